import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PrismaAdapter } from "@auth/prisma-adapter"
import { createClient } from "@libsql/client"
import { PrismaLibSql } from "@prisma/adapter-libsql"
import { PrismaMariaDb } from "@prisma/adapter-mariadb"
import { PrismaPg } from "@prisma/adapter-pg"
import { readSchema } from "../../packages/workshop/src/official/schemas/read-schema.ts"
import type { AuthJsPeer } from "../peer.ts"
import { loadClient } from "../prisma/load-client.ts"

async function openOn(provider: "sqlite" | "postgresql" | "mysql", driver: object) {
  const { PrismaClient } = await loadClient(provider)
  const client = new PrismaClient({ adapter: driver })
  return { adapter: PrismaAdapter(client), close: () => client.$disconnect() }
}

async function openFile() {
  const folder = await mkdtemp(join(tmpdir(), "mortise-peer-"))
  const url = `file:${join(folder, "auth.sqlite")}`
  const sqlite = createClient({ url })
  await sqlite.executeMultiple(`PRAGMA journal_mode = WAL; ${await readSchema("prisma.sql")}`)
  sqlite.close()
  const { adapter, close } = await openOn("sqlite", new PrismaLibSql({ url }))
  return { adapter, close: () => close().then(() => rm(folder, { recursive: true })) }
}

const bySql = "the tables are created from SQL, not by a migration."
const slow = "each call throws only after ten seconds or more, and the case times out after sixty seconds"

export const peer = {
  package: "@auth/prisma-adapter",
  from: "Auth.js",
  stores: {
    sqlite: {
      clients: ["@prisma/client", "@prisma/adapter-libsql"],
      note: `A file. The documented SQLite models; ${bySql}`,
      open: openFile,
    },
    postgres: {
      clients: ["@prisma/client", "@prisma/adapter-pg"],
      note: `The documented PostgreSQL models, which require an email; ${bySql}`,
      tables: ["packages/workshop/src/official/schemas/prisma-postgres.sql"],
      open: (url: string) => openOn("postgresql", new PrismaPg({ connectionString: url })),
    },
    mariadb: {
      clients: ["@prisma/client", "@prisma/adapter-mariadb"],
      note: `The documented MySQL models, in which a user can have only one account, and cannot be deleted before their accounts and sessions; ${bySql}`,
      tables: ["packages/workshop/src/official/schemas/prisma-mariadb.sql"],
      skip: { "outage/lookups-throw": slow, "outage/writes-throw": slow },
      open(url: string) {
        const { hostname: host, port, username: user, pathname } = new URL(url)
        const database = pathname.slice(1)
        return openOn("mysql", new PrismaMariaDb({ host, port: Number(port), user, database }))
      },
    },
  },
} satisfies AuthJsPeer
