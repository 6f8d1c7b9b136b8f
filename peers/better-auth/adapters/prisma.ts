import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createClient } from "@libsql/client"
import { PrismaLibSql } from "@prisma/adapter-libsql"
import { PrismaPg } from "@prisma/adapter-pg"
import { prismaAdapter } from "better-auth/adapters/prisma"
import { Client } from "pg"
import type { BetterAuthPeer } from "../peer.ts"
import { prismaTables } from "../tables/prisma.ts"

async function onSqlite() {
  const folder = await mkdtemp(join(tmpdir(), "mortise-peer-"))
  const url = `file:${join(folder, "auth.sqlite")}`
  const { PrismaClient, statements } = await prismaTables("sqlite")
  const sqlite = createClient({ url })
  await sqlite.executeMultiple(`PRAGMA journal_mode = WAL; ${statements.join(";")}`)
  sqlite.close()
  const prisma = new PrismaClient({ adapter: new PrismaLibSql({ url }) })
  return {
    database: prismaAdapter(prisma, { provider: "sqlite" }),
    close: async () => {
      await prisma.$disconnect()
      await rm(folder, { recursive: true })
    },
  }
}

async function onPostgres(url: string) {
  const { PrismaClient, statements } = await prismaTables("postgresql")
  const client = new Client(url)
  await client.connect()
  await client.query(inOrder(statements).join(";"))
  await client.end()
  const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: url }) })
  return { database: prismaAdapter(prisma, { provider: "postgresql" }), close: () => prisma.$disconnect() }
}

/** Referenced tables first. */
const inOrder = (statements: readonly string[]): string[] => {
  const referenced = (statement: string) => statement.split("REFERENCES").length
  return [...statements].sort((a, b) => referenced(a) - referenced(b))
}

const note =
  "The models that Better Auth's command line generates; the tables are created from SQL, not by a migration. Default options, so without transactions."

export const peer = {
  package: "@better-auth/prisma-adapter",
  from: "Better Auth",
  stores: {
    sqlite: {
      clients: ["@prisma/client", "@prisma/adapter-libsql"],
      note: `A file. ${note}`,
      open: onSqlite,
    },
    postgres: { clients: ["@prisma/client", "@prisma/adapter-pg"], note, open: onPostgres },
  },
} satisfies BetterAuthPeer
