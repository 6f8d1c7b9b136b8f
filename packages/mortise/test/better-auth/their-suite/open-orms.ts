import { createRequire } from "node:module"
import { installOrms } from "../../orms/install.ts"
import { type OpenedDatabase, openLibsqlClient, openOnMysql, openOnPostgres } from "./open-databases.ts"
import type { SuiteDatabase } from "./run-their-suite.ts"

type Opened = { readonly client: object; close?(): unknown }
type Open = (url: string) => Promise<Opened>

const require = createRequire(new URL("../../orms/package.json", import.meta.url))
const load = (name: string) => import(require.resolve(name))

/** The ORMs on each engine, opened by the URL of a database. Their packages are those of the tests of ORMs. */
const orms = {
  "Kysely on pg": async (url) =>
    kysely(new (await load("kysely")).PostgresDialect({ pool: await pgPool(url) })),
  "Kysely on mysql2": async (uri) => {
    const { createPool } = await load("mysql2")
    return kysely(new (await load("kysely")).MysqlDialect({ pool: createPool({ uri }) }))
  },
  "Kysely on libsql": async (url) => {
    const { default: Database } = await load("libsql")
    const database = new Database(url.replace(/^file:/, ""))
    return kysely(new (await load("kysely")).SqliteDialect({ database }))
  },
  "Drizzle on pg": async (url) => {
    const client = await pgPool(url)
    return drizzle("node-postgres", client, () => client.end())
  },
  "Drizzle on postgres": async (url) => {
    const client = (await load("postgres")).default(url, { onnotice: () => {} })
    return drizzle("postgres-js", client, () => client.end())
  },
  "Drizzle on mysql2": async (uri) => {
    const client = (await load("mysql2/promise")).createPool({ uri })
    return drizzle("mysql2", client, () => client.end())
  },
  "Drizzle on @libsql/client": async (url) => {
    const client = (await load("@libsql/client")).createClient({ url })
    return drizzle("libsql", client, () => client.close())
  },
  "Prisma on pg": async (connectionString) =>
    prisma("postgresql", new (await load("@prisma/adapter-pg")).PrismaPg({ connectionString })),
  "Prisma on mariadb": async (url) =>
    prisma("mysql", new (await load("@prisma/adapter-mariadb")).PrismaMariaDb(`${url}?minimumIdle=1`)),
  "Prisma on @libsql/client": async (url) =>
    prisma("sqlite", new (await load("@prisma/adapter-libsql")).PrismaLibSql({ url })),
} satisfies Record<string, Open>

export type OrmName = keyof typeof orms

/** Opens an ORM on a new database. */
export async function openOrm(name: OrmName): Promise<SuiteDatabase> {
  await installOrms()
  const database = await databaseOf(name)
  const { client, close } = await (orms[name] as Open)(database.url)
  return {
    ...database,
    client,
    async close() {
      await close?.()
      await database.close()
    },
  }
}

function databaseOf(name: OrmName): Promise<OpenedDatabase> {
  if (/ (pg|postgres)$/.test(name)) return openOnPostgres("pg")
  return name.endsWith("libsql") || name.endsWith("client") ? openLibsqlClient() : openOnMysql("mysql2")
}

async function pgPool(connectionString: string) {
  const { Pool } = await load("pg")
  return new Pool({ connectionString })
}

async function kysely(dialect: object): Promise<Opened> {
  const { Kysely } = await load("kysely")
  const client = new Kysely({ dialect })
  return { client, close: () => client.destroy() }
}

async function drizzle(driver: string, client: object, close: () => unknown): Promise<Opened> {
  const { drizzle } = await load(`drizzle-orm/${driver}`)
  return { client: drizzle({ client }), close }
}

/** A client whose schema has none of Better Auth's models: their names are those of Better Auth. */
async function prisma(provider: string, adapter: object): Promise<Opened> {
  const { clientWithoutModels } = await import("../../orms/prisma/clients.ts")
  const client = new (await clientWithoutModels(provider))({ adapter })
  return { client, close: () => client.$disconnect() }
}
