import { chmodSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createPool } from "mysql2/promise"
import { Pool } from "pg"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { durableFolder } from "../../../../workshop/src/folders.ts"
import { freePort } from "../../../../workshop/src/servers/free-port.ts"
import { startPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { mysql2Adapter } from "../../../src/stores/sql/adapters/mysql2-adapter.ts"
import { pgAdapter } from "../../../src/stores/sql/adapters/pg-adapter.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"
import { type Engine, mariadb, mysql2, pg, postgresJs } from "../../support/engines.ts"
import { canary, failure } from "../../support/failure.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { someone } from "../../support/people.ts"
import { withShortRetries } from "./support/short-retries.ts"

const { folder, remove } = durableFolder()
afterAll(remove)

/** A server that asks everybody but its owner for a password. */
function startWithPasswords() {
  const file = join(folder, "pg_hba.conf")
  writeFileSync(file, "host all postgres all trust\nhost all all all scram-sha-256\n")
  chmodSync(folder, 0o755)
  return startPostgres({ settings: [`hba_file=${file}`] })
}

const onPostgres = {
  serve: startWithPasswords,
  users: [
    `CREATE ROLE ada LOGIN PASSWORD '${canary}'`,
    `CREATE ROLE grace LOGIN PASSWORD '${canary}' CONNECTION LIMIT 0`,
  ],
}
const onMariadb = {
  serve: mariadb.serve,
  users: [
    `CREATE USER IF NOT EXISTS ada IDENTIFIED BY '${canary}'`,
    "GRANT ALL ON *.* TO ada",
    // The only connection that it may have is one that a test opens.
    `CREATE USER IF NOT EXISTS grace IDENTIFIED BY '${canary}' WITH MAX_USER_CONNECTIONS 1`,
    "GRANT ALL ON *.* TO grace",
  ],
}

const clients = [
  { ...pg, ...onPostgres },
  { ...postgresJs, ...onPostgres },
  { ...mysql2, ...onMariadb },
  { ...mariadb, ...onMariadb },
]

describe.each(clients)("$name explains why it has no connection", ({ serve, users, execute, connect }) => {
  const server = openForTests(serve)
  let url: URL
  beforeAll(async () => {
    const database = await server.database()
    await execute(database, ...users)
    url = new URL(database)
  })

  const open = (changes: Partial<URL>): ReturnType<Engine["connect"]> =>
    connect(Object.assign(new URL(url), { username: "ada", password: canary, ...changes }).href)

  async function messageOf(changes: Partial<URL>): Promise<readonly string[]> {
    const { adapter, close } = open(changes)
    const store = adapter()
    const calls = [store.createUser(someone()), store.getUser("x"), migrate(store)]
    const errors = await withShortRetries(() =>
      Promise.all(calls.map((call) => failure(call, "unavailable"))),
    )
    await close().catch(() => {})
    return [...new Set(errors.map(({ message }) => message.replace("migrate: ", "")))]
  }

  test.concurrent.each([
    ["a wrong password", { password: "wrong" }, /refused the user or the password/],
    ["no password", { password: "" }, /refused the user or the password/],
    ["a database that does not exist", { pathname: "/no_such_database" }, /database does not exist/],
    ["an unknown host", { hostname: "nowhere.invalid" }, /host name .* is unknown/],
  ])("%s", async (_, changes, expected) => {
    expect(await messageOf(changes)).toEqual([expect.stringMatching(expected)])
  })

  test("a port without a listener", async () => {
    expect(await messageOf({ port: String(await freePort()) })).toEqual([
      expect.stringMatching(/^No server accepts connections/),
    ])
  })

  test("too many connections", async () => {
    const first = open({ username: "grace" })
    if (users === onMariadb.users)
      await first
        .adapter()
        .getUser("x")
        .catch(() => {})
    expect(await messageOf({ username: "grace" })).toEqual([expect.stringMatching(/no free connection/)])
    await first.close()
  })
})

describe("a server without TLS", () => {
  test("is explained with pg", async () => {
    const server = await pg.serve()
    const pool = new Pool({ connectionString: await server.database(), ssl: true })
    const { message } = await failure(pgAdapter(pool).getUser("x"), "unavailable")
    expect(message).toMatch(/^The encrypted connection failed/)
    await pool.end()
    await server.close()
  })

  test("is explained with mysql2", async () => {
    const server = await mysql2.serve()
    const pool = createPool({ uri: await server.database(), ssl: {} })
    const { message } = await failure(mysql2Adapter(pool).getUser("x"), "unavailable")
    expect(message).toMatch(/^The encrypted connection failed/)
    await pool.end()
    await server.close()
  })
})
