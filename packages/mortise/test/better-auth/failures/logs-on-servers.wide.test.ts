import { betterAuth } from "better-auth"
import { getMigrations } from "better-auth/db/migration"
import { Kysely, MysqlDialect } from "kysely"
import { createPool as createCallbackPool } from "mysql2"
import { expect, onTestFinished, test } from "vitest"
import { execute as onMariadb, openMariadb } from "../../../../workshop/src/servers/mariadb.ts"
import { execute as onPostgres, openPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { startProxy } from "../../../../workshop/src/servers/proxy.ts"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { migrate } from "../../../src/better-auth/migrate/index.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { type ClientName, clients } from "../conformance/clients.ts"
import { failingSignUps, options } from "./watch-logs.ts"

const [postgres, mariadb] = [openForTests(openPostgres), openForTests(openMariadb)]

/** An open client of a new database with Better Auth's tables. */
async function open(name: ClientName, url: string) {
  const { client, close } = clients[name](url)
  onTestFinished(async () => void (await close()))
  const database = mortiseDatabase(client)
  await migrate(betterAuth({ ...options, database }))
  return database
}

async function expectNoSecrets(
  database: ReturnType<typeof mortiseDatabase>,
  fail: () => Promise<unknown>,
): Promise<void> {
  const { statuses, lines, found } = await failingSignUps(database, fail)
  expect(statuses.every((status) => status >= 400)).toBe(true)
  expect(lines).toBeGreaterThan(0)
  expect(found).toEqual([])
}

const tables = ["verification", "session", "account", "user"]
const onServers = {
  postgres: {
    database: () => postgres.database(),
    dropTables: (url: string) => onPostgres(url, ...tables.map((table) => `DROP TABLE "${table}" CASCADE`)),
  },
  mariadb: {
    database: () => mariadb.database(),
    dropTables: (url: string) => onMariadb(url, ...tables.map((table) => `DROP TABLE \`${table}\``)),
  },
}

test.each<[ClientName, keyof typeof onServers]>([
  ["pg", "postgres"],
  ["postgres", "postgres"],
  ["mysql2", "mariadb"],
  ["mariadb", "mariadb"],
])("the log of a missing table contains no secret with %s", async (name, server) => {
  const url = await onServers[server].database()
  await expectNoSecrets(await open(name, url), () => onServers[server].dropTables(url))
})

// The client of mariadb tries to connect for 20 seconds.
test.each<[ClientName, keyof typeof onServers]>([
  ["pg", "postgres"],
  ["postgres", "postgres"],
  ["mysql2", "mariadb"],
])("the log of an outage contains no secret with %s", async (name, server) => {
  const url = await onServers[server].database()
  const proxy = await startProxy(Number(new URL(url).port))
  await expectNoSecrets(await open(name, proxy.through(url)), () => proxy.close())
})

test("with Better Auth's own adapter on MariaDB, the log of a missing table contains the address and the token", async () => {
  const url = await mariadb.database()
  const db = new Kysely<unknown>({ dialect: new MysqlDialect({ pool: createCallbackPool({ uri: url }) }) })
  onTestFinished(() => db.destroy())
  const database = { db, type: "mysql" } as const
  await (await getMigrations({ ...options, database })).runMigrations()
  const { found } = await failingSignUps(database, () => onServers.mariadb.dropTables(url))
  expect(found).toEqual(["email", "token"])
})
