import { createRequire } from "node:module"
import { join } from "node:path"
import { beforeAll, describe, onTestFinished, test } from "vitest"
import { quickFolder } from "../../../../workshop/src/folders.ts"
import { openMariadb } from "../../../../workshop/src/servers/mariadb.ts"
import { openPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { describeClient } from "../../../src/better-auth/describe-client.ts"
import { statement } from "../../../src/sql/statement.ts"
import { installOrms } from "../../orms/install.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { createThings, type Subject, transactionCases } from "../transactions/cases.ts"

beforeAll(installOrms, 300_000)

const require = createRequire(new URL("../../orms/package.json", import.meta.url))
const load = (name: string) => import(require.resolve(name))

const postgres = openForTests(openPostgres)
const mariadb = openForTests(openMariadb)

const newFile = (): string => {
  const { folder, remove } = quickFolder()
  onTestFinished(remove)
  return join(folder, "auth.db")
}

type Opened = { readonly client: object; close(): unknown }
type Open = () => Promise<Opened>

async function pgPool() {
  const { Pool } = await load("pg")
  return new Pool({ connectionString: await postgres.database() })
}

async function kysely(dialect: object): Promise<Opened> {
  const { Kysely } = await load("kysely")
  const client = new Kysely({ dialect })
  return { client, close: () => client.destroy() }
}

const clients: readonly [string, Subject["parameter"], Open][] = [
  [
    "Drizzle on pg",
    "$1",
    async () => {
      const pool = await pgPool()
      const { drizzle } = await load("drizzle-orm/node-postgres")
      return { client: drizzle(pool), close: () => pool.end() }
    },
  ],
  [
    "Drizzle on @libsql/client",
    "?",
    async () => {
      const { createClient } = await load("@libsql/client")
      const client = createClient({ url: `file:${newFile()}` })
      const { drizzle } = await load("drizzle-orm/libsql")
      return { client: drizzle(client), close: () => client.close() }
    },
  ],
  [
    "Kysely on pg",
    "$1",
    async () => {
      const { PostgresDialect } = await load("kysely")
      return kysely(new PostgresDialect({ pool: await pgPool() }))
    },
  ],
  [
    "Kysely on mysql2",
    "?",
    async () => {
      const { MysqlDialect } = await load("kysely")
      const { createPool } = await load("mysql2")
      return kysely(new MysqlDialect({ pool: createPool(await mariadb.database()) }))
    },
  ],
  [
    "Kysely on libsql",
    "?",
    async () => {
      const { SqliteDialect } = await load("kysely")
      const { default: Database } = await load("libsql")
      return kysely(new SqliteDialect({ database: new Database(newFile()) }))
    },
  ],
  [
    "Prisma on pg",
    "$1",
    async () => {
      const { clientWithoutModels } = await import("../../orms/prisma/clients.ts")
      const { PrismaPg } = await load("@prisma/adapter-pg")
      const PrismaClient = await clientWithoutModels("postgresql")
      const client = new PrismaClient({
        adapter: new PrismaPg({ connectionString: await postgres.database() }),
      })
      return { client, close: () => client.$disconnect() }
    },
  ],
]

describe.each(clients)("transactions of %s", (_, parameter, open) => {
  test.each(Object.entries(transactionCases))("%s", async (_, run) => {
    const { client, close } = await open()
    onTestFinished(() => void close())
    const { driver } = describeClient(client)
    await driver.run(statement(createThings), [])
    await run({ driver, parameter })
  })
})
