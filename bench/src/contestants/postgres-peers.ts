import "../../../packages/workshop/src/official/as-deployed.ts"
import { DrizzleAdapter } from "@auth/drizzle-adapter"
import { type Database, KyselyAdapter, KyselyAuth } from "@auth/kysely-adapter"
import PostgresAdapter from "@auth/pg-adapter"
import SequelizeAdapter from "@auth/sequelize-adapter"
import { entities, getManager, TypeORMAdapter } from "@auth/typeorm-adapter"
import { drizzle } from "drizzle-orm/node-postgres"
import { PostgresDialect } from "kysely"
import { Sequelize } from "sequelize"
import { readSchema } from "../../../packages/workshop/src/official/schemas/read-schema.ts"
import { connections, type Entry } from "./on-server.ts"
import { poolAt } from "./postgres-ours.ts"

const withSchemas = async (url: string, ...files: readonly string[]) => {
  const pool = poolAt(url)
  for (const file of files) await pool.query(await readSchema(file))
  return pool
}

const pgAdapterOn = (name: string, ...files: readonly string[]): Entry => ({
  name,
  async open(url) {
    const pool = await withSchemas(url, ...files)
    return { adapter: PostgresAdapter(pool), close: () => pool.end() }
  },
})

export const pgAsDocumented = pgAdapterOn("@auth/pg-adapter", "pg-adapter.sql")
const pgWithKeys = pgAdapterOn("@auth/pg-adapter, keys added", "pg-adapter.sql", "pg-adapter-keys.sql")

const drizzled: Entry = {
  name: "@auth/drizzle-adapter",
  async open(url) {
    const pool = await withSchemas(url, "drizzle-postgres.sql")
    return { adapter: DrizzleAdapter(drizzle(pool)), close: () => pool.end() }
  },
}

const kysely: Entry = {
  name: "@auth/kysely-adapter",
  async open(url) {
    const pool = await withSchemas(url, "kysely-postgres.sql")
    const db = new KyselyAuth<Database>({ dialect: new PostgresDialect({ pool }) })
    return { adapter: KyselyAdapter(db), close: () => db.destroy() }
  },
}

const typeorm: Entry = {
  name: "@auth/typeorm-adapter",
  async open(url) {
    const dataSource = { type: "postgres" as const, url, synchronize: true, poolSize: connections }
    const adapter = TypeORMAdapter(dataSource)
    const { connection } = await getManager({ dataSource, entities })
    return { adapter, close: () => connection.destroy() }
  },
}

const sequelized: Entry = {
  name: "@auth/sequelize-adapter",
  async open(url) {
    const sequelize = new Sequelize(url, { logging: false, pool: { max: connections } })
    const adapter = SequelizeAdapter(sequelize)
    await sequelize.sync()
    return { adapter, close: () => sequelize.close() }
  },
}

/** The official adapters of ORMs. */
export const officialOrms: readonly Entry[] = [drizzled, kysely, typeorm, sequelized]

export const peers: readonly Entry[] = [pgAsDocumented, pgWithKeys, ...officialOrms]
