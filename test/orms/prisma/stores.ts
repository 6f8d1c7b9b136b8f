import { PrismaLibSql } from "@prisma/adapter-libsql"
import { PrismaMariaDb } from "@prisma/adapter-mariadb"
import { PrismaPg } from "@prisma/adapter-pg"
import { Pool } from "pg"
import { prismaAdapter } from "../../../src/stores/sql/orms/prisma.ts"
import { type Databases, mariadbDatabases, postgresDatabases, sqliteDatabases } from "../support/databases.ts"
import type { Joined, OpenOrm, OrmStore } from "../support/orm-store.ts"
import { type Client, clientWithoutModels } from "./clients.ts"

const joined = (transaction: Client): Joined => ({
  adapter: prismaAdapter(transaction, { onWarning: () => {} }),
  nested: (work) => transaction.$transaction((inside) => work(prismaAdapter(inside))),
})

/** A client as the tests of ORMs use it. */
export const openPrisma = (prisma: Client, end: () => unknown = () => {}): OpenOrm => ({
  adapter: (options) => prismaAdapter(prisma, options),
  transaction: (work) => prisma.$transaction((inside) => work(joined(inside as Client))),
  close: async () => {
    await prisma.$disconnect()
    await end()
  },
})

const store = (
  name: string,
  databases: Databases,
  provider: string,
  adapter: (url: string) => object,
): OrmStore => ({
  name,
  databases,
  async open(url) {
    const PrismaClient = await clientWithoutModels(provider)
    return openPrisma(new PrismaClient({ adapter: adapter(url) }))
  },
})

export const onPool: OrmStore = {
  name: "Prisma with a pool of pg",
  databases: postgresDatabases,
  async open(url) {
    const PrismaClient = await clientWithoutModels("postgresql")
    const pool = new Pool({ connectionString: url })
    return openPrisma(new PrismaClient({ adapter: new PrismaPg(pool) }), () => pool.end())
  },
}

export const onPostgres = store(
  "Prisma on PostgreSQL",
  postgresDatabases,
  "postgresql",
  (connectionString) => new PrismaPg({ connectionString }),
)

export const onMariadb = store(
  "Prisma on MariaDB",
  mariadbDatabases,
  "mysql",
  (url) => new PrismaMariaDb(`${url}?minimumIdle=1`),
)

export const onSqlite = store(
  "Prisma on SQLite",
  sqliteDatabases,
  "sqlite",
  (url) => new PrismaLibSql({ url }),
)

export const prismaStores: readonly OrmStore[] = [onPool, onPostgres, onMariadb, onSqlite]
