import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { Pool } from "pg"
import { describe, expect, test } from "vitest"
import { inFullRun } from "../../../../workshop/src/tests/tier.ts"
import { defineSchema } from "../../../src/index.ts"
import { pgAdapter } from "../../../src/stores/sql/adapters/pg-adapter.ts"
import { newDatabase, pg, pgOn18 } from "../../support/engines.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { inAnHour, someone } from "../../support/people.ts"

describe.each([pg, ...inFullRun([pgOn18])])("batched lookups, $name", (engine) => {
  const server = openForTests(engine.serve)

  /** One connection, so that its statistics cover all statements. */
  async function open(statements: readonly string[] = [], people = 40) {
    const url = await newDatabase(engine, server)
    await engine.execute(url, ...statements)
    const pool = new Pool({ connectionString: url, max: 1 })
    const adapter = pgAdapter(pool)
    const pairs = await Promise.all(
      Array.from({ length: people }, async () => {
        const user = await adapter.createUser(someone())
        const given = { sessionToken: crypto.randomUUID(), userId: user.id, expires: inAnHour() }
        return { session: await adapter.createSession(given), user }
      }),
    )
    const lookUp = async (count: number): Promise<void> => {
      const expected = pairs.slice(0, count)
      const found = expected.map(({ session }) => adapter.getSessionAndUser(session.sessionToken))
      expect(await Promise.all(found)).toEqual(expected)
    }
    return { url, pool, adapter, lookUp }
  }

  test("are planned once, whatever the size of the batch", async () => {
    const { pool, lookUp } = await open()
    // For short lists PostgreSQL would prefer a new plan for each length.
    for (let turn = 0; turn < 30; turn++) await lookUp(4 + (turn % 3))
    const { rows } = await pool.query(
      "SELECT custom_plans AS anew, generic_plans AS once FROM pg_prepared_statements WHERE statement LIKE '%wanted%'",
    )
    expect(rows).toEqual([{ anew: "5", once: expect.stringMatching(/^\d{2,}$/) }])
    await pool.end()
  })

  test("do not read a whole table", async () => {
    const { url, pool, lookUp } = await open([], 300)
    const read = async () => {
      const watcher = new Pool({ connectionString: url })
      const { rows } = await watcher.query(
        "SELECT relname, seq_scan FROM pg_stat_user_tables WHERE relname IN ('sessions', 'users') ORDER BY 1",
      )
      await watcher.end()
      return rows
    }
    // A connection reports its statistics when it ends, at the latest.
    await pool.query("ANALYZE")
    await pool.query("SELECT pg_stat_force_next_flush()")
    const before = await read()
    for (let count = 4; count < 40; count++) await lookUp(count)
    await pool.end()
    expect(await read()).toEqual(before)
  })

  test.each(["varchar(255)", "char(36)", "uuid"])("find tokens in a column of type %s", async (type) => {
    const { pool, lookUp } = await open([
      `ALTER TABLE sessions ALTER COLUMN "sessionToken" TYPE ${type} USING "sessionToken"::${type}`,
    ])
    await lookUp(30)
    await pool.end()
  })

  test.each([
    ["uuid", "uuid"],
    ["a domain", "text CHECK (VALUE ~ '^[0-9a-f-]{36}$')"],
  ])("do not fail because of a token that does not fit the column: %s", async (_, type) => {
    const { pool, lookUp, adapter } = await open([
      `CREATE DOMAIN token AS ${type}`,
      'ALTER TABLE sessions ALTER COLUMN "sessionToken" TYPE token USING "sessionToken"::token',
    ])
    const junk = Array.from({ length: 6 }, () => adapter.getSessionAndUser("junk").catch(() => null))
    await lookUp(30)
    expect(await Promise.all(junk)).toEqual(junk.map(() => null))
    await pool.end()
  })

  test("do not keep an unused schema in memory", async () => {
    const { pool } = await open()
    const lookUpOnce = async (): Promise<WeakRef<object>> => {
      const schema = defineSchema({})
      await pgAdapter(pool, { schema }).getSessionAndUser("nobody")
      return new WeakRef(schema)
    }
    const schema = await lookUpOnce()
    setFlagsFromString("--expose-gc")
    const collect = runInNewContext("gc") as () => void
    // Promises hold their values until the end of the event-loop turn.
    await new Promise((resolve) => setTimeout(resolve, 10))
    collect()
    expect(schema.deref()).toBeUndefined()
    await pool.end()
  })

  test("do not use functions of the same name in the database's own schema", async () => {
    const { pool, lookUp } = await open([
      "CREATE FUNCTION unnest(text[]) RETURNS SETOF text LANGUAGE sql AS 'SELECT NULL::text'",
      "CREATE FUNCTION array_append(text[], text) RETURNS text[] LANGUAGE sql AS 'SELECT NULL::text[]'",
    ])
    await lookUp(30)
    await pool.end()
  })
})
