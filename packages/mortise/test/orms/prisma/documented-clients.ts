import { readFile } from "node:fs/promises"
import { PrismaLibSql } from "@prisma/adapter-libsql"
import { PrismaMariaDb } from "@prisma/adapter-mariadb"
import { PrismaPg } from "@prisma/adapter-pg"
import { Pool } from "pg"
import { type Client, clientOf } from "./clients.ts"

/** A client of the documented models, and the statements that create their tables. */
export type DocumentedClient = {
  readonly name: string
  readonly engine: "postgres" | "mysql" | "sqlite"
  readonly statements: string
  open(url: string): Promise<{ readonly prisma: Client; close(): Promise<void> }>
}

async function open(provider: string, adapter: object, end: () => unknown = () => {}) {
  const file = new URL(`../../../../../peers/prisma/${provider}.prisma`, import.meta.url)
  const models = (await readFile(file, "utf8")).replace(/^[\s\S]*?(?=model User)/, "")
  const PrismaClient = await clientOf(provider, `documented-${provider}`, models)
  const prisma = new PrismaClient({ adapter })
  const close = async () => {
    await prisma.$disconnect()
    await end()
  }
  return { prisma, close }
}

const schemas = "../../../workshop/src/official/schemas"

export const documentedClients: readonly DocumentedClient[] = [
  {
    name: "Prisma with a pool of pg",
    engine: "postgres",
    statements: `${schemas}/prisma-postgres.sql`,
    open: (url) => {
      const pool = new Pool({ connectionString: url })
      return open("postgresql", new PrismaPg(pool), () => pool.end())
    },
  },
  {
    name: "Prisma on PostgreSQL",
    engine: "postgres",
    statements: `${schemas}/prisma-postgres.sql`,
    open: (url) => open("postgresql", new PrismaPg({ connectionString: url })),
  },
  {
    name: "Prisma on MariaDB",
    engine: "mysql",
    statements: `${schemas}/prisma-mariadb.sql`,
    open: (url) => open("mysql", new PrismaMariaDb(`${url}?minimumIdle=1`)),
  },
  {
    name: "Prisma on SQLite",
    engine: "sqlite",
    statements: `${schemas}/prisma.sql`,
    open: (url) => open("sqlite", new PrismaLibSql({ url })),
  },
]
