import type { KyselyConfig } from "kysely"
import { beforeAll, describe, expect, test } from "vitest"
import { runProgram } from "../../../workshop/src/runtimes/run-program.ts"
import { isFullRun } from "../../../workshop/src/tests/tier.ts"
import { kyselyAdapter } from "../../src/stores/sql/orms/kysely/kysely-adapter.ts"
import { failure } from "../support/failure.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { signIn, someone } from "../support/people.ts"
import { installOrms } from "./install.ts"
import { postgresDatabases } from "./support/databases.ts"
import { describeOrm } from "./support/describe-orm.ts"
import { describeTransactions } from "./support/describe-transactions.ts"
import { describeUndoneCalls } from "./support/describe-undone-calls.ts"

await installOrms()
const { CamelCasePlugin, Kysely, MssqlAdapter, PostgresDialect } = await import("kysely")
const { Pool } = await import("pg")
const { inControlled, storeOf } = await import("./kysely/stores-of.ts")

const { serve, execute, tables } = postgresDatabases
const server = openForTests(serve)
let url: string
beforeAll(async () => {
  url = await server.database()
  await execute(url, ...tables)
})

function open(settings: Omit<KyselyConfig, "dialect"> = {}) {
  const pool = new Pool({ connectionString: url, max: 1 }).on("error", () => {})
  return { pool, db: new Kysely({ ...settings, dialect: new PostgresDialect({ pool }) }) }
}

test("a process survives a connection that dies in a transaction, which Kysely alone does not", async () => {
  const program = new URL("./kysely/lost-connection.ts", import.meta.url)
  expect(await runProgram("node", program, [url, "mortise"])).toBe(true)
  await expect(runProgram("node", program, [url, "kysely"])).rejects.toThrow("terminating connection")
})

test("the listener is added once, and no listener of the application sees how", async () => {
  const { pool, db } = open()
  const notices: unknown[] = []
  pool.on("connect", (client) => client.on("notice", (notice) => notices.push(notice)))
  const adapter = kyselyAdapter(db)
  for (let nth = 0; nth < 3; nth++) await adapter.createUser(someone())
  const client = await pool.connect()
  expect([client.listenerCount("error"), notices]).toEqual([1, []])
  client.release()
  await db.destroy()
})

test("statements are prepared, concurrent lookups are batched, and a log sees their text", async () => {
  const texts: string[] = []
  const { pool, db } = open({ log: ({ query }) => void texts.push(`${query.sql}`) })
  const adapter = kyselyAdapter(db)
  const { session } = await signIn(adapter)
  const { rows } = await pool.query(
    "SELECT statement FROM pg_prepared_statements WHERE name LIKE 'mortise_%'",
  )
  expect(texts).toEqual(expect.arrayContaining(rows.map(({ statement }) => statement)))
  expect(rows.length).toBeGreaterThan(1)
  const before = texts.length
  await Promise.all(Array.from({ length: 32 }, () => adapter.getSessionAndUser(session.sessionToken)))
  expect(texts.length - before).toBeLessThan(5)
  await db.destroy()
})

test("statements that the server does not keep are sent without a name", async () => {
  const { pool, db } = open()
  const adapter = kyselyAdapter(db)
  const { user } = await signIn(adapter)
  expect(await adapter.getUser(user.id)).toEqual(user)
  await pool.query("DEALLOCATE ALL")
  expect(await adapter.getUser(user.id)).toEqual(user)
  await db.destroy()
})

test("plugins of the application change nothing", async () => {
  const { db } = open({ plugins: [new CamelCasePlugin()] })
  const adapter = kyselyAdapter(db)
  const { user, session } = await signIn(adapter)
  expect((await adapter.getSessionAndUser(session.sessionToken))?.user).toEqual(user)
  await db.transaction().execute(async (transaction) => {
    expect(await kyselyAdapter(transaction).getUser(user.id)).toEqual(user)
  })
  await db.destroy()
})

test("after the end of its transaction or of Kysely, an adapter sends nothing", async () => {
  const { db } = open()
  const transaction = await db.startTransaction().execute()
  const joined = kyselyAdapter(transaction)
  const one = await joined.createUser(someone())
  await transaction.commit().execute()
  await failure(joined.createUser(someone()), "unavailable")
  const adapter = kyselyAdapter(db)
  expect(await adapter.getUser(one.id)).toEqual(one)
  await db.destroy()
  await failure(adapter.createUser(someone()), "unavailable")
})

const connect = (connectionString: string) =>
  new Kysely({ dialect: new PostgresDialect({ pool: new Pool({ connectionString }).on("error", () => {}) }) })

describe("in a controlled transaction", () =>
  describeUndoneCalls(storeOf("Kysely", postgresDatabases, connect, inControlled), () => server))

test("adapters on one transaction run their calls one after the other", async () => {
  const { db } = open()
  const { user } = await signIn(kyselyAdapter(db))
  const one = someone()
  await db.transaction().execute(async (transaction) => {
    const refused = kyselyAdapter(transaction).createUser({ ...someone(), email: user.email })
    const created = kyselyAdapter(transaction).createUser(one)
    await failure(refused, "conflict")
    await created
  })
  expect(await kyselyAdapter(db).getUserByEmail(one.email)).not.toBeNull()
  await db.destroy()
})

test("anything but Kysely on a supported engine is refused", () => {
  for (const client of [undefined, {}, Promise.resolve(), new Pool()])
    expect(() => kyselyAdapter(client as never)).toThrow("kyselyAdapter takes an instance or a transaction")
  const dialect = new PostgresDialect({ pool: new Pool() })
  const mssql = new Kysely({ dialect: Object.assign(dialect, { createAdapter: () => new MssqlAdapter() }) })
  expect(() => kyselyAdapter(mssql)).toThrow("kyselyAdapter works on PostgreSQL, MySQL, MariaDB and SQLite")
})

const textOnly = storeOf(
  "Kysely on PostgreSQL, with a client that takes text only",
  postgresDatabases,
  (textUrl) => {
    const pool = new Pool({ connectionString: textUrl }).on("error", () => {})
    pool.on("connect", (client) => client.on("error", () => {}))
    const connect = async () => {
      const client = await pool.connect()
      const query = async (sql: unknown, values: unknown[]) => {
        if (typeof sql !== "string") throw new Error("not a text")
        return client.query(sql, values)
      }
      return { query, release: () => client.release() }
    }
    return new Kysely({ dialect: new PostgresDialect({ pool: { connect, end: () => pool.end() } as never }) })
  },
)
if (isFullRun) describeOrm(textOnly)
else describeTransactions(textOnly, () => server)
