import "../../../../workshop/src/official/as-deployed.ts"
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import type { Adapter } from "@auth/core/adapters"
import { D1Adapter, up } from "@auth/d1-adapter"
import { DrizzleAdapter } from "@auth/drizzle-adapter"
import { type Database, KyselyAdapter, KyselyAuth } from "@auth/kysely-adapter"
import { defaultEntities, MikroOrmAdapter } from "@auth/mikro-orm-adapter"
import NeonAdapter from "@auth/neon-adapter"
import PostgresAdapter from "@auth/pg-adapter"
import { PrismaAdapter } from "@auth/prisma-adapter"
import SequelizeAdapter, { models } from "@auth/sequelize-adapter"
import { createClient } from "@libsql/client"
import { LibsqlDialect } from "@libsql/kysely-libsql"
import { BetterSqliteDriver } from "@mikro-orm/better-sqlite"
import { MikroORM, type Options } from "@mikro-orm/core"
import { MariaDbDriver } from "@mikro-orm/mariadb"
import { PostgreSqlDriver } from "@mikro-orm/postgresql"
import { PrismaLibSql } from "@prisma/adapter-libsql"
import { PrismaMariaDb } from "@prisma/adapter-mariadb"
import { PrismaPg } from "@prisma/adapter-pg"
import { drizzle as drizzleLibsql } from "drizzle-orm/libsql"
import { drizzle as drizzleMysql } from "drizzle-orm/mysql2"
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres"
import { type Dialect, MysqlDialect, PostgresDialect } from "kysely"
import Libsql from "libsql"
import { createPool as createCallbackPool } from "mysql2"
import { createPool } from "mysql2/promise"
import { Pool } from "pg"
import { Sequelize } from "sequelize"
import type { DataSourceOptions } from "typeorm"
import { generateClient } from "../../../../../peers/prisma/generate-client.ts"
import type { PresetName } from "../../../src/index.ts"

/** An official adapter with its client. */
export type Opened = { readonly adapter: Adapter; close(): Promise<unknown> }

export type EngineName = "postgres" | "mysql" | "sqlite"

/** The documented tables of one official adapter on one engine. */
export type Documented = {
  readonly preset: PresetName
  readonly engine: EngineName
  /** The statements that create the tables, if the ORM does not create them. */
  readonly statements?: () => Promise<readonly string[]>
  /** Opens the official adapter. The first call creates the tables, if the ORM does so. */
  open(url: string): Promise<Opened>
}

const read = (path: string) => readFile(new URL(`../../../../../${path}`, import.meta.url), "utf8")
const files =
  (...paths: readonly string[]) =>
  () =>
    Promise.all(paths.map(read))
const schema = (file: string) => `packages/workshop/src/official/schemas/${file}`

type Generated = {
  PrismaClient: new (options: {
    adapter: object
  }) => Parameters<typeof PrismaAdapter>[0] & { $disconnect(): Promise<void> }
}

async function openPrisma(provider: string, adapter: object): Promise<Opened> {
  const datamodel = await read(`peers/prisma/${provider}.prisma`)
  const from = import.meta.url
  const folder = await generateClient({ datamodel, from, folder: `presets-${provider}` })
  const { PrismaClient } = createRequire(from)(folder) as Generated
  const client = new PrismaClient({ adapter })
  return { adapter: PrismaAdapter(client), close: () => client.$disconnect() }
}

function openKysely(dialect: Dialect): Opened {
  const db = new KyselyAuth<Database>({ dialect })
  return { adapter: KyselyAdapter(db), close: () => db.destroy() }
}

type TypeormPackage = typeof import("@auth/typeorm-adapter")
let copies = 0

// The package has one connection per process. A copy of its module has a connection of its own.
async function openTypeorm(dataSource: DataSourceOptions): Promise<Opened> {
  const { href } = new URL("../node_modules/@auth/typeorm-adapter/index.js", import.meta.url)
  const { TypeORMAdapter, entities, getManager }: TypeormPackage = await import(`${href}?copy=${copies++}`)
  const adapter = TypeORMAdapter(dataSource)
  const { connection } = await getManager({ dataSource, entities })
  return { adapter, close: () => connection.destroy() }
}

// Sequelize writes the types of its dialect into the default models, which all clients of the process share.
async function openSequelize(url: string): Promise<Opened> {
  const { href } = new URL("../node_modules/@auth/sequelize-adapter/models.js", import.meta.url)
  const fresh: typeof models = await import(`${href}?copy=${copies++}`)
  for (const name of ["User", "Account", "Session", "VerificationToken"] as const)
    Object.assign(models[name], fresh[name])
  const sequelize = new Sequelize(url, { logging: false })
  const adapter = SequelizeAdapter(sequelize, { synchronize: false })
  await sequelize.sync()
  return { adapter, close: () => sequelize.close() }
}

// The adapter opens a connection of its own and changes its options, so another connection creates the tables.
async function openMikroOrm(options: Options): Promise<Opened> {
  const withoutCache = { cache: { enabled: false } }
  const all = (): Options => ({ ...options, entities: Object.values(defaultEntities), ...withoutCache })
  const orm = await MikroORM.init(all())
  await orm.getSchemaGenerator().updateSchema({ safe: true })
  await orm.close()
  const adapter = MikroOrmAdapter(all()) as Adapter & { __disconnect(): Promise<void> }
  await adapter.getUser?.("unknown")
  return { adapter, close: () => adapter.__disconnect() }
}

/** The part of D1 that the adapter uses, on a file. */
function d1Database(path: string) {
  const database = new Libsql(path)
  const bound = (sql: string, values: unknown[]) => ({
    run: async () => {
      database.prepare(sql).run(values)
      return { success: true }
    },
    first: async () => database.prepare(sql).get(values) ?? null,
  })
  const prepare = (sql: string) => ({
    ...bound(sql, []),
    bind: (...values: unknown[]) => bound(sql, values),
  })
  return { prepare, close: async () => database.close() }
}

async function d1Statements(): Promise<string[]> {
  const statements: string[] = []
  const recorder = { prepare: (sql: string) => ({ run: async () => statements.push(sql) }) }
  await up(recorder as unknown as Parameters<typeof up>[0])
  return statements
}

const withPool = async (url: string, adapter: (pool: Pool) => Adapter): Promise<Opened> => {
  const pool = new Pool({ connectionString: url })
  return { adapter: adapter(pool), close: () => pool.end() }
}

const path = (url: string) => url.replace("file:", "")

/** Every preset on every engine that it has tables for. */
export const documented: readonly Documented[] = [
  {
    preset: "authjs-pg",
    engine: "postgres",
    statements: files(schema("pg-adapter.sql")),
    open: (url) => withPool(url, PostgresAdapter),
  },
  {
    preset: "authjs-neon",
    engine: "postgres",
    statements: async () => [
      await read(schema("pg-adapter.sql")),
      "ALTER TABLE users ADD UNIQUE (email); ALTER TABLE accounts ALTER expires_at TYPE integer",
    ],
    open: (url) => withPool(url, (pool) => NeonAdapter(pool as never)),
  },
  {
    preset: "authjs-prisma",
    engine: "postgres",
    statements: files(schema("prisma-postgres.sql")),
    open: (url) => openPrisma("postgresql", new PrismaPg({ connectionString: url })),
  },
  {
    preset: "authjs-prisma",
    engine: "mysql",
    statements: files(schema("prisma-mariadb.sql")),
    open(url) {
      const { hostname: host, port, username: user, pathname } = new URL(url)
      return openPrisma(
        "mysql",
        new PrismaMariaDb({ host, port: Number(port), user, database: pathname.slice(1) }),
      )
    },
  },
  {
    preset: "authjs-prisma",
    engine: "sqlite",
    statements: files(schema("prisma.sql")),
    open: (url) => openPrisma("sqlite", new PrismaLibSql({ url })),
  },
  {
    preset: "authjs-drizzle",
    engine: "postgres",
    statements: files(schema("drizzle-postgres.sql"), schema("drizzle-postgres-passkeys.sql")),
    open: (url) => withPool(url, (pool) => DrizzleAdapter(drizzlePg(pool))),
  },
  {
    preset: "authjs-drizzle",
    engine: "mysql",
    statements: files(schema("drizzle-mariadb.sql"), schema("drizzle-mariadb-passkeys.sql")),
    async open(url) {
      const pool = createPool(url)
      return { adapter: DrizzleAdapter(drizzleMysql(pool)), close: () => pool.end() }
    },
  },
  {
    preset: "authjs-drizzle",
    engine: "sqlite",
    statements: files(schema("drizzle.sql")),
    async open(url) {
      const client = createClient({ url })
      return { adapter: DrizzleAdapter(drizzleLibsql(client)), close: async () => client.close() }
    },
  },
  {
    preset: "authjs-kysely",
    engine: "postgres",
    statements: files(schema("kysely-postgres.sql")),
    open: async (url) => openKysely(new PostgresDialect({ pool: new Pool({ connectionString: url }) })),
  },
  {
    preset: "authjs-kysely",
    engine: "mysql",
    statements: files(schema("kysely-mariadb.sql")),
    open: async (url) => openKysely(new MysqlDialect({ pool: createCallbackPool(url) })),
  },
  {
    preset: "authjs-kysely",
    engine: "sqlite",
    statements: files(schema("kysely.sql")),
    open: async (url) => openKysely(new LibsqlDialect({ url })),
  },
  {
    preset: "authjs-typeorm",
    engine: "postgres",
    open: (url) => openTypeorm({ type: "postgres", url, synchronize: true }),
  },
  {
    preset: "authjs-typeorm",
    engine: "mysql",
    open: (url) => openTypeorm({ type: "mariadb", url, synchronize: true }),
  },
  {
    preset: "authjs-typeorm",
    engine: "sqlite",
    open: (url) => openTypeorm({ type: "better-sqlite3", database: path(url), synchronize: true }),
  },
  { preset: "authjs-sequelize", engine: "postgres", open: openSequelize },
  { preset: "authjs-sequelize", engine: "mysql", open: openSequelize },
  {
    preset: "authjs-mikro-orm",
    engine: "postgres",
    open: (url) => openMikroOrm({ driver: PostgreSqlDriver, clientUrl: url }),
  },
  {
    preset: "authjs-mikro-orm",
    engine: "mysql",
    open: (url) => openMikroOrm({ driver: MariaDbDriver, clientUrl: url }),
  },
  {
    preset: "authjs-mikro-orm",
    engine: "sqlite",
    open: (url) => openMikroOrm({ driver: BetterSqliteDriver, dbName: path(url) }),
  },
  {
    preset: "authjs-d1",
    engine: "sqlite",
    statements: d1Statements,
    async open(url) {
      const { close, ...database } = d1Database(path(url))
      return { adapter: D1Adapter(database as never), close }
    },
  },
]
