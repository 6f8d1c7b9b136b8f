import { createRequire } from "node:module"
import { MikroORM } from "@mikro-orm/postgresql"
import { PrismaPg } from "@prisma/adapter-pg"
import { drizzle } from "drizzle-orm/node-postgres"
import knex from "knex"
import { Kysely, PostgresDialect } from "kysely"
import { drizzleAdapter } from "mortise/drizzle"
import { knexAdapter } from "mortise/knex"
import { kyselyAdapter } from "mortise/kysely"
import { migrate } from "mortise/migrate"
import { mikroOrmAdapter } from "mortise/mikro-orm"
import { type PrismaClient as Client, prismaAdapter } from "mortise/prisma"
import { sequelizeAdapter } from "mortise/sequelize"
import { typeormAdapter } from "mortise/typeorm"
import { Sequelize } from "sequelize"
import { DataSource } from "typeorm"
import { readSchema } from "../../../packages/workshop/src/official/schemas/read-schema.ts"
import { generateClient } from "../prisma/generate-client.ts"
import { connections, type Entry, type Opened } from "./on-server.ts"
import { poolAt } from "./postgres-ours.ts"

/** An adapter on tables of its own. */
async function migrated(adapter: object, close: () => Promise<unknown>): Promise<Opened> {
  await migrate(adapter as Parameters<typeof migrate>[0])
  return { adapter, close }
}

type Generated = {
  PrismaClient: new (options: { adapter: PrismaPg }) => Client & { $disconnect(): Promise<void> }
}

/** On the documented models, because the client knows its tables. */
const onPrisma = (
  name: string,
  source: (url: string) => ConstructorParameters<typeof PrismaPg>[0],
): Entry => ({
  name,
  async open(url) {
    await generateClient()
    const { PrismaClient }: Generated = createRequire(import.meta.url)("@prisma/client")
    const pool = poolAt(url)
    await pool.query(await readSchema("prisma-postgres-with-ids.sql"))
    await pool.end()
    const client = new PrismaClient({ adapter: new PrismaPg(source(url)) })
    return { adapter: prismaAdapter(client), close: () => client.$disconnect() }
  },
})

export const ours: readonly Entry[] = [
  {
    name: "mortise/drizzle",
    async open(url) {
      const pool = poolAt(url)
      return migrated(drizzleAdapter(drizzle(pool)), () => pool.end())
    },
  },
  {
    name: "mortise/kysely",
    async open(url) {
      const db = new Kysely<object>({ dialect: new PostgresDialect({ pool: poolAt(url) }) })
      return migrated(kyselyAdapter(db), () => db.destroy())
    },
  },
  onPrisma("mortise/prisma, external pool", poolAt),
  onPrisma("mortise/prisma", (url) => ({ connectionString: url, max: connections })),
  {
    name: "mortise/typeorm",
    async open(url) {
      const source = await new DataSource({ type: "postgres", url, poolSize: connections }).initialize()
      return migrated(typeormAdapter(source), () => source.destroy())
    },
  },
  {
    name: "mortise/sequelize",
    async open(url) {
      const sequelize = new Sequelize(url, { logging: false, pool: { max: connections } })
      return migrated(sequelizeAdapter(sequelize), () => sequelize.close())
    },
  },
  {
    name: "mortise/knex",
    async open(url) {
      const db = knex({ client: "pg", connection: url, pool: { min: 0, max: connections } })
      return migrated(knexAdapter(db), () => db.destroy())
    },
  },
  {
    name: "mortise/mikro-orm",
    async open(url) {
      const orm = await MikroORM.init({
        clientUrl: url,
        entities: [],
        discovery: { warnWhenNoEntities: false },
        pool: { max: connections },
      })
      return migrated(mikroOrmAdapter(orm), () => orm.close())
    },
  },
]
