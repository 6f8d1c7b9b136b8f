/** What only a server can do to a client. */
import assert from "node:assert/strict"
import { setTimeout as sleep } from "node:timers/promises"
import type { Server } from "../../../../../workshop/src/servers/server.ts"
import type { SqlAdapter } from "../../../../src/contract/adapter.ts"
import { internals } from "../../../../src/contract/internals.ts"
import type { Driver } from "../../../../src/sql/driver.ts"
import { statement } from "../../../../src/sql/statement.ts"
import { bunSqlAdapter } from "../../../../src/stores/sql/adapters/bun-sql-adapter.ts"
import { createThings, transactionCases } from "../../../better-auth/transactions/cases.ts"
import { type BunSql, openBunSql } from "../../../support/bun-sql.ts"
import { type Engine, newDatabase } from "../../../support/engines.ts"
import { inAnHour, signIn, someone, someSession } from "../../../support/people.ts"

export type Bench = { readonly engine: Engine; readonly server: Server; readonly isPostgres: boolean }

type Check = (bench: Bench) => Promise<void>

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "none",
    (error: { code?: string }) => String(error.code),
  )

const driverOf = (adapter: SqlAdapter): Driver =>
  (Object(internals(adapter)?.migration) as { driver: Driver }).driver

/** A client notices the end of a connection when it next reads, which takes longer on a busy machine. */
const waitForNotice = () => sleep(500)

/** Ends all connections to a database but the one that asks. */
async function endConnections({ isPostgres, engine }: Bench, url: string): Promise<void> {
  if (isPostgres) {
    const others = "datname = current_database() AND pid <> pg_backend_pid()"
    return engine.execute(url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`)
  }
  const sql = await openBunSql({ url, max: 1 })
  const others = "db = DATABASE() AND id <> CONNECTION_ID()"
  const rows = await sql.unsafe(`SELECT id FROM information_schema.processlist WHERE ${others}`).values()
  for (const [id] of rows as unknown[][]) await sql.unsafe(`KILL ${id}`)
  await sql.close()
}

async function withSql(bench: Bench, work: (sql: BunSql, url: string) => Promise<void>, max = 4) {
  const url = await newDatabase(bench.engine, bench.server)
  const sql = await openBunSql({ url, max })
  try {
    await work(sql, url)
  } finally {
    await sql.close()
  }
}

/** Transactions that the driver opens. */
const interactiveChecks = Object.fromEntries(
  Object.entries(transactionCases).map(([name, run]): [string, Check] => [
    name,
    (bench) =>
      withSql(bench, async (sql) => {
        const driver = driverOf(bunSqlAdapter(sql))
        await driver.run(statement(createThings), [])
        await run({ driver, parameter: bench.isPostgres ? "$1" : "?" })
      }),
  ]),
)

export const checks: Readonly<Record<string, Check>> = {
  ...interactiveChecks,

  "calls succeed after the server has ended all connections": (bench) =>
    withSql(bench, async (sql, url) => {
      const adapter = bunSqlAdapter(sql)
      const { session } = await signIn(adapter)
      for (let nth = 0; nth < 3; nth++) {
        await endConnections(bench, url)
        await waitForNotice()
        assert.ok(await adapter.getSessionAndUser(session.sessionToken))
        await endConnections(bench, url)
        await waitForNotice()
        assert.ok(await adapter.createUser(someone()))
      }
    }),

  "a connection that is lost while a write runs makes it indeterminate, and never stops the process": (
    bench,
  ) =>
    withSql(bench, async (sql, url) => {
      const adapter = bunSqlAdapter(sql)
      const { session, user } = await signIn(adapter)
      // Another transaction holds the row, so the write waits.
      const holder = await openBunSql({ url, max: 1 })
      const held = await holder.reserve()
      await held.unsafe("START TRANSACTION")
      await held.unsafe("SELECT * FROM sessions FOR UPDATE")
      const writes = [
        adapter.deleteSession(session.sessionToken),
        adapter.updateSession({ sessionToken: session.sessionToken, expires: inAnHour() }),
      ]
      const codes = Promise.all(writes.map(codeOf))
      await sleep(300)
      await endConnections(bench, url)
      for (const code of await codes) assert.match(code, /^(none|indeterminate|transient)$/)
      await held.close()
      await holder.close()
      assert.equal((await adapter.getUser(user.id))?.id, user.id)
    }),

  "a call ends at its deadline, and its connection is discarded": (bench) =>
    withSql(
      bench,
      async (sql, url) => {
        const adapter = bunSqlAdapter(sql, { timeoutSeconds: 3 })
        const { session } = await signIn(bunSqlAdapter(sql))
        const holder = await openBunSql({ url, max: 1 })
        const held = await holder.reserve()
        await held.unsafe("START TRANSACTION")
        await held.unsafe("SELECT * FROM sessions FOR UPDATE")
        assert.equal(await codeOf(adapter.deleteSession(session.sessionToken)), "indeterminate")
        // The only connection is free again.
        assert.ok(await adapter.getSessionAndUser(session.sessionToken))
        await held.unsafe("ROLLBACK")
        held.release()
        await holder.close()
      },
      1,
    ),

  "a closed client is unavailable": (bench) =>
    withSql(bench, async (sql) => {
      const adapter = bunSqlAdapter(sql)
      const { user } = await signIn(adapter)
      await sql.close()
      assert.equal(await codeOf(adapter.getUser(user.id)), "unavailable")
      assert.equal(await codeOf(adapter.createUser(someone())), "unavailable")
      assert.equal(await codeOf(adapter.deleteUser(user.id)), "unavailable")
    }),

  "an adapter inside a transaction joins it": (bench) =>
    withSql(bench, async (sql) => {
      const adapter = bunSqlAdapter(sql)
      const { user } = await signIn(adapter)
      const inside = (work: (joined: SqlAdapter) => Promise<void>) =>
        sql.begin("", (transaction) => work(bunSqlAdapter(transaction as BunSql)))
      const person = someone()
      const undone = await codeOf(
        inside(async (joined) => {
          await joined.createUser(person)
          await joined.deleteUser(user.id)
          throw new Error("undone")
        }),
      )
      assert.equal(undone, "undefined")
      assert.equal(await adapter.getUserByEmail(person.email), null)
      assert.ok(await adapter.getUser(user.id))

      const session = someSession(user.id)
      await inside(async (joined) => {
        await joined.createSession(session)
        assert.equal(await codeOf(joined.createSession(session)), "conflict")
        await joined.createUser(person)
      })
      assert.ok(await adapter.getSessionAndUser(session.sessionToken))
      assert.ok(await adapter.getUserByEmail(person.email))
    }),

  "many concurrent calls get their own answers": (bench) =>
    withSql(bench, async (sql) => {
      const adapter = bunSqlAdapter(sql)
      const people = await Promise.all(Array.from({ length: 200 }, () => signIn(adapter)))
      const found = await Promise.all(
        people.map(({ session }) => adapter.getSessionAndUser(session.sessionToken)),
      )
      assert.deepEqual(
        found.map((each) => each?.user.id),
        people.map(({ user }) => user.id),
      )
    }),
}

/** Runs all checks and returns, by name, the error of each that failed. */
export async function runChecks(bench: Bench): Promise<Record<string, string | null>> {
  const outcomes: Record<string, string | null> = {}
  for (const [name, check] of Object.entries(checks))
    outcomes[name] = await check(bench).then(
      () => null,
      (error: Error) => error.stack ?? error.message,
    )
  return outcomes
}
