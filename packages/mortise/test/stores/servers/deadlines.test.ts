import { setTimeout as sleep } from "node:timers/promises"
import { createConnection } from "mysql2/promise"
import { Client } from "pg"
import postgres from "postgres"
import { describe, expect, test } from "vitest"
import { startProxy } from "../../../../workshop/src/servers/proxy.ts"
import { until } from "../../../../workshop/src/servers/until.ts"
import { isFullRun } from "../../../../workshop/src/tests/tier.ts"
import { upkeep } from "../../../src/index.ts"
import { postgresAdapter } from "../../../src/stores/sql/adapters/postgres-adapter.ts"
import { inspect, migrate } from "../../../src/stores/sql/migrate/index.ts"
import { type Engine, mariadb, mysql2, newDatabase, pg, postgresJs } from "../../support/engines.ts"
import { failure } from "../../support/failure.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { signIn, someone, someToken } from "../../support/people.ts"
import { inTime, outcome, stopDeadlines } from "./support/in-time.ts"

const timeoutSeconds = 0.4

/** Locks a table on a connection of its own, until it is released. */
async function lockTable(url: string, table: string): Promise<() => Promise<void>> {
  if (url.startsWith("postgres")) {
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query("BEGIN")
    await client.query(`LOCK TABLE ${table}`)
    return () => client.end()
  }
  const connection = await createConnection(url)
  await connection.query(`LOCK TABLES ${table} WRITE`)
  return () => connection.end()
}

describe.each([pg, postgresJs, mysql2, mariadb])("SEC-N13 a deadline, through $name", (engine: Engine) => {
  const server = openForTests(engine.serve)

  const open = async (connections: number) => {
    const url = await newDatabase(engine, server)
    const proxy = await startProxy(Number(new URL(url).port))
    const client = engine.connect(proxy.through(url), connections)
    const adapter = client.adapter({ timeoutSeconds })
    const close = async () => {
      await proxy.close()
      await client.close().catch(() => {})
    }
    const people = await signIn(client.adapter({}))
    // The first call prepares the store, which may take longer on a busy machine.
    await until("a call within the deadline", () => adapter.getUser(people.user.id))
    return { url, proxy, adapter, close, ...people }
  }

  type Opened = Awaited<ReturnType<typeof open>>

  // What no client decides runs on one client of each server.
  const testShared = test.skipIf(!isFullRun && engine !== pg && engine !== mysql2)

  test("ends calls to a server that does not answer: a read as transient, a write as indeterminate", async () => {
    const calls: readonly [
      "transient" | "indeterminate",
      (opened: Opened) => Promise<unknown> | undefined,
    ][] = [
      ["transient", ({ adapter, session }) => adapter.getSessionAndUser(session.sessionToken)],
      ["indeterminate", ({ adapter }) => adapter.createUser(someone())],
      ["transient", ({ adapter }) => upkeep(adapter)?.page("user")],
      ["transient", ({ adapter }) => upkeep(adapter)?.count("user")],
      ["indeterminate", ({ adapter }) => upkeep(adapter)?.sweep()],
      ["transient", ({ adapter }) => inspect(adapter)],
      ["transient", ({ adapter }) => migrate(adapter)],
    ]
    const opened = await Promise.all(calls.map(() => open(1)))
    const ended = calls.map(async ([code, call], nth) => {
      const one = opened[nth] as Opened
      // The mariadb connector pings a connection that was idle for half a second, and then the call gets none.
      await until("a call within the deadline", () => one.adapter.getUser(one.user.id))
      one.proxy.freeze()
      await inTime(() => failure(Promise.resolve(call(one)), code))
    })
    await Promise.all(ended)
    await Promise.all(opened.map(({ close }) => close()))
  })

  testShared("does not end a migration that waits for a lock", async () => {
    const { url, adapter, close } = await open(2)
    await engine.execute(
      url,
      `DROP INDEX sessions_expires_idx${url.startsWith("mysql") ? " ON sessions" : ""}`,
    )
    const release = await lockTable(url, "sessions")
    const migrated = migrate(adapter)
    await sleep(3 * timeoutSeconds * 1000)
    await release()
    expect((await migrated).steps.map(({ statement }) => statement)).toContainEqual(
      expect.stringContaining("sessions_expires_idx"),
    )
    await close()
  })

  // The mariadb connector cannot discard a busy connection safely: its option socketTimeout ends it.
  test.skipIf(engine === mariadb)("discards the connection of a call", async () => {
    const { url, adapter, close } = await open(1)
    const release = await lockTable(url, "users")
    await inTime(() => failure(adapter.createUser(someone()), "indeterminate"))
    // The table is still locked, and so was the only connection.
    await inTime(() => adapter.createVerificationToken(someToken()))
    await release()
    await close()
  })

  test("makes a call unavailable that got no connection, and never sends it", async () => {
    const { url, adapter, close } = await open(1)
    const release = await lockTable(url, "users")
    const unsent = someone()
    await Promise.all([
      inTime(() => failure(adapter.createUser(someone()), "indeterminate")),
      inTime(() => failure(adapter.createUser(unsent), "unavailable")),
    ])
    await release()
    expect(await adapter.createUser(someone())).toMatchObject({ emailVerified: null })
    expect(await adapter.getUserByEmail(unsent.email)).toBeNull()
    await close()
  })

  testShared("of one lookup does not end the other lookups of its batch", async () => {
    const { url, adapter, session, user, close } = await open(4)
    const release = await lockTable(url, "sessions")
    const look = () => adapter.getSessionAndUser(session.sessionToken)
    const early = Promise.all(Array.from({ length: 5 }, () => inTime(() => outcome(look()))))
    await sleep(300)
    stopDeadlines(timeoutSeconds)
    const late = Promise.all(Array.from({ length: 5 }, look))
    // A lookup that a busy machine did not send in time is unavailable.
    expect(await early).toEqual(Array(5).fill(expect.stringMatching(/^(transient|unavailable)$/)))
    await release()
    expect(await late).toEqual(Array(5).fill({ session, user }))
    await close()
  })

  testShared("that is not reached changes nothing", async () => {
    const { adapter, session, user, close } = await open(4)
    expect(await adapter.getSessionAndUser(session.sessionToken)).toEqual({ session, user })
    expect(await adapter.updateUser({ id: user.id, name: "Ada" })).toEqual({ ...user, name: "Ada" })
    expect(await adapter.deleteUser(user.id)).toMatchObject({ id: user.id })
    await close()
  })
})

test("a deadline, through postgres.js, does not end a statement that the application sends meanwhile", async () => {
  const server = await postgresJs.serve()
  const url = await newDatabase(postgresJs, server)
  const proxy = await startProxy(Number(new URL(url).port))
  const sql = postgres(proxy.through(url), { max: 1 })
  const adapter = postgresAdapter(sql, { timeoutSeconds })
  await until("a call within the deadline", () => adapter.createUser(someone()))
  const release = await lockTable(url, "users")
  const ended = failure(adapter.createUser(someone()), "indeterminate")
  await sleep((timeoutSeconds * 1000) / 4)
  expect([...(await sql`SELECT 1 AS answer`)]).toEqual([{ answer: 1 }])
  await ended
  await release()
  await sql.end({ timeout: 1 })
  await proxy.close()
  await server.close()
})
