import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createClient } from "@libsql/client"
import { PrismaLibSql } from "@prisma/adapter-libsql"
import { PrismaPg } from "@prisma/adapter-pg"
import { prismaAdapter } from "better-auth/adapters/prisma"
import { Client } from "pg"
import { hasTables, type OpenClient } from "../open-on.ts"
import { prismaTables } from "../tables/prisma.ts"

export async function onSqlite() {
  const folder = await mkdtemp(join(tmpdir(), "mortise-peer-"))
  const url = `file:${join(folder, "auth.sqlite")}`
  const { PrismaClient, statements } = await prismaTables("sqlite")
  const sqlite = createClient({ url })
  await sqlite.executeMultiple(`PRAGMA journal_mode = WAL; ${statements.join(";")}`)
  sqlite.close()
  const prisma = new PrismaClient({ adapter: new PrismaLibSql({ url }) })
  return {
    database: prismaAdapter(prisma, { provider: "sqlite" }),
    ...hasTables,
    close: async () => {
      await prisma.$disconnect()
      await rm(folder, { recursive: true })
    },
  }
}

export async function onPostgres(url: string): Promise<OpenClient> {
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
