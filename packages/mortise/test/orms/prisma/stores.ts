import { PrismaLibSql } from "@prisma/adapter-libsql"
import { PrismaMariaDb } from "@prisma/adapter-mariadb"
import { PrismaPg } from "@prisma/adapter-pg"
import { Pool } from "pg"
import { mariadbDatabases, postgresDatabases, sqliteDatabases } from "../support/databases.ts"
import { clientWithoutModels } from "./clients.ts"
import { type PrismaStore, prismaStore } from "./prisma-store.ts"

export const prismaOnPool = prismaStore(
  "Prisma with a pool of pg",
  postgresDatabases,
  async (url, max = 10) => {
    const PrismaClient = await clientWithoutModels("postgresql")
    const pool = new Pool({ connectionString: url, max })
    const prisma = new PrismaClient({ adapter: new PrismaPg(pool) })
    const close = async () => {
      await prisma.$disconnect()
      await pool.end()
    }
    return { prisma, close }
  },
)

export const prismaOnPostgres = prismaStore(
  "Prisma on PostgreSQL",
  postgresDatabases,
  async (connectionString, max = 10) => {
    const PrismaClient = await clientWithoutModels("postgresql")
    return { prisma: new PrismaClient({ adapter: new PrismaPg({ connectionString, max }) }) }
  },
)

const onMariadb = prismaStore("Prisma on MariaDB", mariadbDatabases, async (url, connections = 10) => {
  const PrismaClient = await clientWithoutModels("mysql")
  return {
    prisma: new PrismaClient({
      adapter: new PrismaMariaDb(`${url}?minimumIdle=1&connectionLimit=${connections}`),
    }),
  }
})

const onSqlite = prismaStore("Prisma on SQLite", sqliteDatabases, async (url) => {
  const PrismaClient = await clientWithoutModels("sqlite")
  return { prisma: new PrismaClient({ adapter: new PrismaLibSql({ url }) }) }
})

export const prismaStores: readonly PrismaStore[] = [prismaOnPool, prismaOnPostgres, onMariadb, onSqlite]
