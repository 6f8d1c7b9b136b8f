import { Pool } from "pg"
import postgres from "postgres"
import { describe, expect, onTestFinished, test } from "vitest"
import {
  type PoolerOptions,
  pgbouncerVersion,
  startPgbouncer,
} from "../../../../workshop/src/servers/pgbouncer.ts"
import { startPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { clientSuite, isFullRun } from "../../../../workshop/src/tests/tier.ts"
import { databaseError } from "../../../src/better-auth/database-error.ts"
import type { SqlAdapter } from "../../../src/index.ts"
import { pg as pgKind } from "../../../src/sql/drivers/pg/pg-client.ts"
import { postgresJs } from "../../../src/sql/drivers/postgres/postgres-client.ts"
import { postgresDialect } from "../../../src/sql/engines/postgres/dialect.ts"
import { statement } from "../../../src/sql/statement.ts"
import { pgAdapter } from "../../../src/stores/sql/adapters/pg-adapter.ts"
import { postgresAdapter } from "../../../src/stores/sql/adapters/postgres-adapter.ts"
import { checkServer } from "../../../src/stores/sql/migrate/check-server.ts"
import { migrate } from "../../../src/stores/sql/migrate/index.ts"
import { newDatabase, pg } from "../../support/engines.ts"
import { failure } from "../../support/failure.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { signIn } from "../../support/people.ts"
import { conform } from "./support/conform.ts"
import { everyOperation, everythingElse } from "./support/every-operation.ts"

const { neonPool } = await import("../../edge/neon/engines.ts")

type Opened = { adapter: SqlAdapter; close(): Promise<unknown> }
const quiet = { onWarning: () => {} }

const clients = {
  pg: (url: string): Opened => {
    const pool = new Pool({ connectionString: url })
    return { adapter: pgAdapter(pool, quiet), close: () => pool.end() }
  },
  "pg with prepare: false": (url: string): Opened => {
    const pool = new Pool({ connectionString: url })
    return { adapter: pgAdapter(pool, { ...quiet, prepare: false }), close: () => pool.end() }
  },
  "postgres.js": (url: string): Opened => {
    const sql = postgres(url, { onnotice: () => {} })
    return { adapter: postgresAdapter(sql, quiet), close: () => sql.end({ timeout: 1 }) }
  },
  "postgres.js with prepare: false": (url: string): Opened => {
    const sql = postgres(url, { prepare: false, onnotice: () => {} })
    return { adapter: postgresAdapter(sql, quiet), close: () => sql.end({ timeout: 1 }) }
  },
  "Neon's pool": (url: string): Opened => {
    const { adapter, close } = neonPool.connect(url)
    return { adapter: adapter(quiet), close }
  },
}
type ClientName = keyof typeof clients

const server = openForTests(startPostgres)

/** The URL of a pooler in front of a database. */
async function pooled(database: string, options: PoolerOptions): Promise<string> {
  const { url, close } = await startPgbouncer(database, options)
  onTestFinished(close)
  return url
}

/** The suite takes a while: the other modes and clients are part of a full run. */
const withSuite = (mode: string, names: readonly ClientName[]): readonly ClientName[] =>
  isFullRun ? names : mode === "transaction" ? ["pg"] : []

const modes: readonly [Required<PoolerOptions>["mode"], number, readonly ClientName[]][] = [
  // A client that is connected occupies a connection to the database, so there must be enough of them.
  ["session", 60, ["pg", "postgres.js"]],
  ["transaction", 3, Object.keys(clients) as ClientName[]],
  ["statement", 3, Object.keys(clients) as ClientName[]],
]

describe.each(modes)("behind pgbouncer in %s mode", (mode, connections, names) => {
  const open = async (name: ClientName) => {
    const url = await pooled(await newDatabase(pg, server), { mode, connections })
    return () => clients[name](url)
  }

  test.each(names)("all calls of %s succeed concurrently, the first ones among them", async (name) => {
    const { adapter, close } = (await open(name))()
    const { user, session } = await signIn(adapter)
    const found = await Promise.all(
      Array.from({ length: 60 }, (_, nth) =>
        nth % 2 ? adapter.getUser(user.id) : adapter.getSessionAndUser(session.sessionToken),
      ),
    )
    expect(found).toEqual(found.map((_, nth) => (nth % 2 ? user : { session, user })))
    const calls = [...(await everyOperation(adapter)), ...(await everythingElse(adapter))]
    const outcomes = await Promise.allSettled(calls.map(([, call]) => call()))
    expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([])
    const codes = (await checkServer(adapter)).map(({ code }) => code)
    expect(codes.includes("statement_pooling"), "what doctor reports").toBe(mode === "statement")
    await close()
  })

  test.each(withSuite(mode, names))("the suite passes with %s", { timeout: 300_000 }, async (name) => {
    await conform(await open(name), clientSuite)
  })

  test.skipIf(mode === "statement").each(names)("%s migrates, several times at once", async (name) => {
    const url = await pooled(await server.database(), { mode, connections })
    const opened = Array.from({ length: 4 }, () => clients[name](url))
    await Promise.all(opened.map(({ adapter }) => migrate(adapter)))
    const [first] = opened
    expect(await migrate((first as Opened).adapter)).toMatchObject({ version: 1, steps: [] })
    await Promise.all(opened.map(({ close }) => close()))
  })
})

describe("transactions in statement mode fail with an error that says why", () => {
  const mode = "statement"
  const advice = /statement mode.* set its pool_mode to transaction, or connect to the database directly/

  test.each(Object.keys(clients) as ClientName[])("migrate with %s", async (name) => {
    const database = await server.database()
    const { adapter, close } = clients[name](await pooled(database, { mode }))
    const { message, cause } = await failure(migrate(adapter), "unavailable")
    expect(message).toMatch(advice)
    expect(String(cause)).toContain("08P01")
    await close()
    const direct = clients.pg(database)
    expect((await migrate(direct.adapter)).steps.length).toBeGreaterThan(0)
    await direct.close()
  })

  const drivers = {
    pg: (url: string) => {
      const pool = new Pool({ connectionString: url })
      return { driver: pgKind.getDriver(pool), adapter: pgAdapter(pool), close: () => pool.end() }
    },
    "postgres.js": (url: string) => {
      const sql = postgres(url)
      return {
        driver: postgresJs.getDriver(sql),
        adapter: postgresAdapter(sql),
        close: () => sql.end({ timeout: 1 }),
      }
    },
  }

  test.each(Object.entries(drivers))(
    "an interactive transaction with %s, and no other call",
    async (_, of) => {
      const { driver, adapter, close } = of(await pooled(await newDatabase(pg, server), { mode }))
      const { user } = await signIn(adapter)
      const begin = async () =>
        driver
          .transaction?.(async (inside) => inside.run(statement("SELECT 1"), []))
          .then(
            () => expect.unreachable("the transaction was committed"),
            (error: unknown) =>
              databaseError({ dialect: postgresDialect, model: "", columns: [] }, error, false),
          )
      const calls = Array.from({ length: 30 }, (_, nth) => (nth % 3 ? adapter.getUser(user.id) : begin()))
      for (const [nth, result] of (await Promise.all(calls)).entries())
        if (nth % 3) expect(result).toEqual(user)
        else expect(result).toMatchObject({ code: "unavailable", message: expect.stringMatching(advice) })
      await close()
    },
  )
})

const [major, minor] = await pgbouncerVersion()
const tracksStatements = major > 1 || minor >= 21
const howToGetIt = "set MORTISE_PGBOUNCER to a pgbouncer of version 1.21 or newer"
const title = `pgbouncer ${major}.${minor} with max_prepared_statements${tracksStatements ? "" : `: NOT TESTED, ${howToGetIt}`}`
// The summary of a run shows only how many tests were skipped.
console.log(title)

describe.skipIf(!tracksStatements)(title, () => {
  test.each(["pg", "postgres.js", "Neon's pool"] as const)(
    "%s keeps its named statements, and the suite passes",
    { timeout: 300_000 },
    async (name) => {
      const url = await pooled(await newDatabase(pg, server), { settings: ["max_prepared_statements = 100"] })
      await conform(() => clients[name](url), clientSuite)
      const pool = new Pool({ connectionString: url })
      const { rows } = await pool.query(
        "SELECT name FROM pg_prepared_statements WHERE name LIKE 'PGBOUNCER_%'",
      )
      expect(rows.length).toBeGreaterThan(5)
      await pool.end()
    },
  )
})
