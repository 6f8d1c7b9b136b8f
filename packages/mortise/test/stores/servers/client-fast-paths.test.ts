import { createPool } from "mysql2/promise"
import { Pool, type PoolClient } from "pg"
import { describe, expect, test } from "vitest"
import { type Adapter, date, defineSchema, text } from "../../../src/index.ts"
import { mysql2Adapter } from "../../../src/stores/sql/adapters/mysql2-adapter.ts"
import { pgAdapter } from "../../../src/stores/sql/adapters/pg-adapter.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"
import { mysql2, pg } from "../../support/engines.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { someone, someSession } from "../../support/people.ts"
import { everyOperation, everythingElse } from "./support/every-operation.ts"

const outside = (client: PoolClient) => ({
  on: client.on.bind(client),
  listenerCount: client.listenerCount.bind(client),
  query: client.query.bind(client),
  release: (destroy?: boolean) => client.release(destroy),
})
type PgConnection = ReturnType<typeof outside>

/** Calls every operation and extra, and looks up many tokens with characters that are special in a list. */
async function isWhole(adapter: Adapter): Promise<void> {
  for (const [, call] of [...(await everyOperation(adapter)), ...(await everythingElse(adapter))])
    await call()
  const user = await adapter.createUser(someone())
  const tokens = ['"', "\\", '\\"', "a,b", "{}", "NULL", "'", " ", "ünï", "$1", "?"].map(
    (mark) => `${mark}${crypto.randomUUID()}${mark}`,
  )
  await Promise.all(
    tokens.map((sessionToken) => adapter.createSession({ ...someSession(user.id), sessionToken })),
  )
  const found = await Promise.all(tokens.map((token) => adapter.getSessionAndUser(token)))
  expect(found.map((pair) => pair?.session.sessionToken)).toEqual(tokens)
  expect(found.map((pair) => pair?.user)).toEqual(tokens.map(() => user))
}

describe("pg", () => {
  const server = openForTests(pg.serve)

  async function open(settings: object = {}) {
    const pool = new Pool({ connectionString: await server.database(), max: 3, ...settings })
    const described = { times: 0 }
    pool.on("connect", (client: PoolClient & { connection?: NodeJS.EventEmitter }) => {
      client.connection?.on("rowDescription", () => {
        described.times++
      })
    })
    return { pool, described }
  }

  test("does not request a description of known columns", async () => {
    const { pool, described } = await open()
    const adapter = pgAdapter(pool)
    await migrate(adapter)
    described.times = 0
    await isWhole(adapter)
    expect(described.times).toBe(0)
    await pool.end()
  })

  test("with pipelining, which accepts only its own queries, is used through its ordinary interface", async () => {
    const { pool, described } = await open({ pipeline: true })
    const adapter = pgAdapter(pool)
    await migrate(adapter)
    await isWhole(adapter)
    expect(described.times).toBeGreaterThan(0)
    await pool.end()
  })

  test("behind a wrapper that hides its connection is used through its ordinary interface", async () => {
    const { pool, described } = await open()
    const wrapped = {
      totalCount: 0,
      on: pool.on.bind(pool),
      listenerCount: pool.listenerCount.bind(pool),
      query: pool.query.bind(pool),
      connect: (done: (error: Error | undefined, client: PgConnection | undefined) => void) =>
        pool.connect((error, client) => done(error, client && outside(client))),
    }
    const adapter = pgAdapter(wrapped)
    await migrate(adapter)
    await isWhole(adapter)
    expect(described.times).toBeGreaterThan(0)
    await pool.end()
  })

  test("ends a write after its own timeout as indeterminate", async () => {
    const { pool } = await open()
    await migrate(pgAdapter(pool))
    const impatient = new Pool({ ...pool.options, query_timeout: 200 })
    const blocker = await pool.connect()
    await blocker.query("BEGIN; LOCK TABLE users")
    await expect(pgAdapter(impatient).createUser(someone())).rejects.toMatchObject({ code: "indeterminate" })
    await blocker.query("ROLLBACK")
    blocker.release()
    await Promise.all([impatient.end(), pool.end()])
  })
})

describe("mysql2", () => {
  const server = openForTests(mysql2.serve)

  test.each([{}, { rowsAsArray: true }, { nestTables: true as const }, { nestTables: "_" }])(
    "works on a pool with %j",
    async (settings) => {
      const pool = createPool({ uri: await server.database(), connectionLimit: 3, ...settings })
      const adapter = mysql2Adapter(pool)
      await migrate(adapter)
      await isWhole(adapter)
      await pool.end()
    },
  )

  test("separates columns of the same name", async () => {
    const pool = createPool({ uri: await server.database(), connectionLimit: 3 })
    const labelled = { fields: { label: text(), seen: date() } }
    const adapter = mysql2Adapter(pool, { schema: defineSchema({ user: labelled, session: labelled }) })
    await migrate(adapter)
    const [early, late] = [new Date(1_000), new Date(2_000)]
    const user = await adapter.createUser({ ...someone(), label: "of the user", seen: early })
    const session = await adapter.createSession({
      ...someSession(user.id),
      label: "of the session",
      seen: late,
    })
    expect(await adapter.getSessionAndUser(session.sessionToken)).toEqual({ session, user })
    expect([user.label, session.label, user.seen, session.seen]).toEqual([
      "of the user",
      "of the session",
      early,
      late,
    ])
    await pool.end()
  })

  test("works where only its promise interface is available", async () => {
    const pool = createPool({ uri: await server.database(), connectionLimit: 3 })
    const adapter = mysql2Adapter({
      execute: (query, values) => pool.execute(query, values),
      query: (text) => pool.query(text),
      getConnection: () => pool.getConnection(),
    })
    await migrate(adapter)
    await isWhole(adapter)
    await pool.end()
  })
})
