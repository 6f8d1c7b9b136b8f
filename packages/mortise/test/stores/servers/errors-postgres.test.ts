import { Client, Pool } from "pg"
import postgres from "postgres"
import { describe, expect, test } from "vitest"
import { startPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { pgAdapter } from "../../../src/stores/sql/adapters/pg-adapter.ts"
import { postgresAdapter } from "../../../src/stores/sql/adapters/postgres-adapter.ts"
import { newDatabase, pg, postgresJs } from "../../support/engines.ts"
import { failure } from "../../support/failure.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { signIn, someone, someSession } from "../../support/people.ts"
import { describeRefusals } from "./support/describe-refusals.ts"
import { withShortRetries } from "./support/short-retries.ts"

const server = openForTests(() => startPostgres({ settings: ["deadlock_timeout=50ms"] }))

/** Another client of the same database, inside a transaction. */
async function rival(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query("BEGIN")
  return {
    query: async (text: string, ...values: string[]) => (await client.query(text, values)).rows,
    end: async () => {
      await client.query("COMMIT")
      await client.end()
    },
  }
}

describe.each([pg, postgresJs])("$name", (engine) => {
  describeRefusals(engine, () => server)

  /** A database with a setting, and an adapter that records its statements. */
  async function open(...settings: string[]) {
    const url = await newDatabase(engine, server)
    const name = new URL(url).pathname.slice(1)
    await engine.execute(url, ...settings.map((setting) => `ALTER DATABASE ${name} SET ${setting}`))
    const client = engine.connect(url)
    const sent: string[] = []
    const adapter = client.adapter({ onStatement: (text) => sent.push(text) })
    return { url, adapter, sent, close: client.close }
  }

  test("SEC-N12 the whole statement is retried after a deadlock", async () => {
    const { url, adapter, sent, close } = await open()
    const { user, session } = await signIn(adapter)
    await engine.execute(url, ...pausing)
    const other = await rival(url)
    // Only our connection checks for deadlocks early, so the server cancels our statement.
    await other.query("SET deadlock_timeout = '1min'")
    await other.query('SELECT 1 FROM sessions WHERE "sessionToken" = $1 FOR UPDATE', session.sessionToken)
    sent.length = 0
    const deleted = adapter.deleteUser(user.id)
    await expect.poll(() => ask(url, pausers), { timeout: 30_000 }).toBeGreaterThan(0)
    await other.query("UPDATE users SET image = 'x' WHERE id = $1", user.id)
    await other.end()
    expect(await deleted).toMatchObject({ id: user.id, image: "x" })
    expect(sent.length).toBeGreaterThan(1)
    expect(new Set(sent).size).toBe(1)
    await deadlocks(url)
    await close()
  })

  test("SEC-N12 under SERIALIZABLE, updates that fail to serialize are retried until all succeed", async () => {
    const { adapter, sent, close } = await open("default_transaction_isolation = 'serializable'")
    const { user } = await signIn(adapter)
    const names = Array.from({ length: 24 }, (_, nth) => `name ${nth}`)
    const update = async (): Promise<boolean> => {
      sent.length = 0
      const updated = await Promise.all(names.map((name) => adapter.updateUser({ id: user.id, name })))
      expect(updated.map(({ name }) => name)).toEqual(names)
      return sent.length > names.length
    }
    // On a busy machine, some rounds have no conflict.
    let hasRetried = await update()
    for (let round = 0; round < 30 && !hasRetried; round++) hasRetried = await update()
    expect(hasRetried).toBe(true)
    await close()
  })

  test.each(["lock_timeout = '50ms'", "statement_timeout = '50ms'"])(
    "a lock held longer than %s is waited for again",
    async (setting) => {
      const { url, adapter, sent, close } = await open(setting)
      const { user } = await signIn(adapter)
      const other = await rival(url)
      await other.query("UPDATE users SET image = 'x' WHERE id = $1", user.id)
      sent.length = 0
      const updated = adapter.updateUser({ id: user.id, name: "Ada" })
      await expect.poll(() => sent.length, { timeout: 30_000 }).toBeGreaterThan(2)
      await other.end()
      expect(await updated).toMatchObject({ name: "Ada", image: "x" })
      await close()
    },
  )

  // Takes five seconds and is the same for every client.
  if (engine === pg)
    test("a lock that is never released ends in `transient` after a bounded time", async () => {
      const { url, adapter, close } = await open("lock_timeout = '50ms'")
      const { user } = await signIn(adapter)
      const other = await rival(url)
      await other.query("UPDATE users SET image = 'x' WHERE id = $1", user.id)
      await withShortRetries(() => failure(adapter.updateUser({ id: user.id, ...someone() }), "transient"))
      await other.end()
      await close()
    })

  test("a read-only database refuses writes and answers lookups", async () => {
    const { url, adapter, close } = await open()
    const { user } = await signIn(adapter)
    await close()
    const name = new URL(url).pathname.slice(1)
    await engine.execute(url, `ALTER DATABASE ${name} SET default_transaction_read_only = on`)
    const client = engine.connect(url)
    const readOnly = client.adapter()
    expect(await readOnly.getUser(user.id)).toEqual(user)
    await failure(readOnly.createUser(someone()), "readonly")
    await failure(readOnly.deleteUser(user.id), "readonly")
    await client.close()
  })

  test("a statement that the server planned for other columns is prepared again", async () => {
    const { url, adapter, close } = await open()
    const { user } = await signIn(adapter)
    await adapter.getUser(user.id)
    await engine.execute(url, 'ALTER TABLE users ALTER COLUMN "image" TYPE varchar(9999)')
    const all = await Promise.all(Array.from({ length: 20 }, () => adapter.getUser(user.id)))
    expect(all).toEqual(all.map(() => user))
    await close()
  })

  test("a connection that the server ended is not used again", async () => {
    const { url, adapter, close } = await open()
    const { user, session } = await signIn(adapter)
    for (let round = 0; round < 5; round++) {
      await endOthers(url)
      const found = await Promise.all(
        Array.from({ length: 8 }, () => adapter.getSessionAndUser(session.sessionToken)),
      )
      expect(found).toEqual(found.map(() => ({ session, user })))
    }
    await close()
  })
})

describe("a pool without a free connection", () => {
  test("of pg: nothing was sent", async () => {
    const url = await newDatabase(pg, server)
    // Long enough to open the first connection on a busy machine.
    const pool = new Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 1000 })
    const adapter = pgAdapter(pool)
    const held = await pool.connect()
    await failure(adapter.createUser(someone()), "unavailable")
    await failure(adapter.getSessionAndUser(someSession("").sessionToken), "unavailable")
    held.release()
    await adapter.createUser(someone())
    await pool.end()
  })

  test("of postgres.js, when the server has none left: nothing was sent", async () => {
    const url = await server.database()
    const name = new URL(url).pathname.slice(1)
    await pg.createTables(url)
    await pg.execute(url, ...pg.limitedUser(name), `ALTER DATABASE ${name} CONNECTION LIMIT 0`)
    const limited = new URL(url)
    limited.username = "reader"
    const sql = postgres(limited.href)
    await failure(postgresAdapter(sql).createUser(someone()), "unavailable")
    await failure(postgresAdapter(sql).getUser("x"), "unavailable")
    await sql.end()
  })
})

/** Delays the delete of a user between the lock on the user and the locks on its sessions. */
const pausing = [
  "CREATE FUNCTION pause() RETURNS trigger AS $$ BEGIN PERFORM pg_sleep(0.5); RETURN OLD; END $$ LANGUAGE plpgsql",
  "CREATE TRIGGER pause BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION pause()",
]
const pausers =
  "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'"

const deadlocks = (url: string) =>
  expect
    .poll(() => ask(url, "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"), {
      timeout: 30_000,
    })
    .toBeGreaterThan(0)

const endOthers = (url: string) =>
  ask(
    url,
    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  )

async function ask(url: string, text: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query({ text, rowMode: "array" })
  await client.end()
  return Number(rows[0]?.[0])
}
