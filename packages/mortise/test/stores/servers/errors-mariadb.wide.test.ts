import { createPool as createMariadbCallbackPool } from "mariadb/callback"
import { createPool as createCallbackPool } from "mysql2"
import { type Connection, createConnection, createPool } from "mysql2/promise"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { startMariadb } from "../../../../workshop/src/servers/mariadb.ts"
import { mariadbAdapter } from "../../../src/stores/sql/adapters/mariadb-adapter.ts"
import { mysql2Adapter } from "../../../src/stores/sql/adapters/mysql2-adapter.ts"
import { inspect, migrate, plan } from "../../../src/stores/sql/migrate/index.ts"
import { mariadb, mysql2, mysql2AsMysql, newDatabase } from "../../support/engines.ts"
import { failure } from "../../support/failure.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { signIn, someone } from "../../support/people.ts"
import { describeRefusals } from "./support/describe-refusals.ts"
import { withShortRetries } from "./support/short-retries.ts"

const server = openForTests(startMariadb)
let admin: Connection
beforeAll(async () => {
  admin = await createConnection(await server.database())
})
afterAll(async () => {
  await admin?.end()
})

/** Another client of the same database, inside a transaction. */
async function rival(url: string) {
  const connection = await createConnection(url)
  await connection.query("START TRANSACTION")
  return {
    query: (text: string, ...values: string[]) => connection.execute(text, values),
    end: async () => {
      await connection.query("COMMIT")
      await connection.end()
    },
  }
}

/** Runs work while the server has a global setting, which applies to new connections. */
async function under<T>(setting: string, value: string, work: () => Promise<T>): Promise<T> {
  const [rows] = await admin.query(`SELECT @@GLOBAL.${setting} AS was`)
  await admin.query(`SET GLOBAL ${setting} = ${value}`)
  try {
    return await work()
  } finally {
    await admin.query(`SET GLOBAL ${setting} = ?`, [(rows as { was: unknown }[])[0]?.was])
  }
}

describe.each([mysql2, mysql2AsMysql, mariadb])("$name", (engine) => {
  describeRefusals(engine, () => server)

  async function createDatabase() {
    const url = await newDatabase(engine, server)
    return url
  }

  /** A database with tables, and an adapter that records its statements. */
  async function open(made?: string) {
    const url = made ?? (await createDatabase())
    const client = engine.connect(url)
    const sent: string[] = []
    const adapter = client.adapter({ onStatement: (text) => sent.push(text) })
    return { url, adapter, sent, close: client.close }
  }

  test("SEC-N12 the whole transaction is retried after a deadlock", async () => {
    const { url, adapter, sent, close } = await open()
    const { user, session } = await signIn(adapter)
    const other = await rival(url)
    // The server rolls back the transaction that changed fewer rows, which is ours.
    for (let nth = 0; nth < 20; nth++)
      await other.query("INSERT INTO slots (`key`, count, expires) VALUES (?, 0, NOW())", `slot ${nth}`)
    await other.query("SELECT 1 FROM sessions WHERE sessionToken = ? FOR UPDATE", session.sessionToken)
    sent.length = 0
    const deleted = adapter.deleteUser(user.id)
    // The server checks for lock waits at this interval.
    await expect.poll(() => lockWaits(), { timeout: 30_000, interval: 200 }).toBeGreaterThan(0)
    await other.query("UPDATE users SET image = 'x' WHERE id = ?", user.id)
    await other.end()
    expect(await deleted).toMatchObject({ id: user.id, image: "x" })
    expect(sent.length).toBe(2 * new Set(sent).size)
    await close()
  })

  test.each([
    ["innodb_lock_wait_timeout", "1"],
    ["max_statement_time", "0.1"],
  ])("a lock held longer than %s is waited for again", async (setting, value) => {
    const url = await createDatabase()
    await under(setting, value, async () => {
      const { adapter, sent, close } = await open(url)
      const { user } = await signIn(adapter)
      const other = await rival(url)
      await other.query("UPDATE users SET image = 'x' WHERE id = ?", user.id)
      sent.length = 0
      const updated = adapter.updateUser({ id: user.id, name: "Ada" })
      await expect.poll(() => sent.length, { timeout: 30_000 }).toBeGreaterThan(2)
      await other.end()
      expect(await updated).toMatchObject({ name: "Ada", image: "x" })
      await close()
    })
  })

  // Takes five seconds and is the same for every client.
  if (engine === mysql2)
    test("a lock that is never released ends in `transient` after a bounded time", async () => {
      const url = await createDatabase()
      await under("max_statement_time", "0.1", async () => {
        const { adapter, close } = await open(url)
        const { user } = await signIn(adapter)
        const other = await rival(url)
        await other.query("UPDATE users SET image = 'x' WHERE id = ?", user.id)
        await withShortRetries(() => failure(adapter.updateUser({ id: user.id, ...someone() }), "transient"))
        await other.end()
        await close()
      })
    })

  test("a read-only server refuses writes and answers lookups", async () => {
    const { url, adapter, close } = await open()
    const { user } = await signIn(adapter)
    const writer = new URL(url)
    writer.username = "writer"
    await admin.query("CREATE USER IF NOT EXISTS writer")
    await admin.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${writer.pathname.slice(1)}.* TO writer`)
    await under("read_only", "ON", async () => {
      const client = engine.connect(writer.href)
      const readOnly = client.adapter()
      expect(await readOnly.getUser(user.id)).toEqual(user)
      await failure(readOnly.createUser(someone()), "readonly")
      await failure(readOnly.updateUser({ id: user.id, ...someone() }), "readonly")
      await failure(readOnly.deleteUser(user.id), "readonly")
      await client.close()
    })
    await close()
  })

  test("without strict mode, every call is refused", () =>
    under("sql_mode", "''", async () => {
      const { adapter, close } = await open()
      const { message } = await failure(adapter.createUser(someone()), "unavailable")
      expect(message).toContain("STRICT_TRANS_TABLES")
      await failure(adapter.getUserByEmail(someone().email), "unavailable")
      await close()
    }))

  test("with autocommit off, every call is refused", () =>
    under("autocommit", "0", async () => {
      const { adapter, close } = await open()
      expect((await failure(adapter.createUser(someone()), "unavailable")).message).toContain("autocommit")
      await close()
    }))

  test("a server without a free connection: nothing was sent", () =>
    under("max_connections", "10", async () => {
      const { url, adapter, close } = await open()
      await adapter.createUser(someone())
      const others: Connection[] = []
      for (;;) {
        const other = await createConnection(url).catch(() => undefined)
        if (!other) break
        others.push(other)
      }
      const client = engine.connect(url)
      await failure(client.adapter().createUser(someone()), "unavailable")
      await client.close()
      for (const other of others) await other.end()
      await close()
    }))

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

describe("a mysql2 pool without a free connection", () => {
  test.each([{ waitForConnections: false }, { queueLimit: 1 }])("%o: nothing was sent", async (options) => {
    const url = await newDatabase(mysql2, server)
    const pool = createPool({ uri: url, connectionLimit: 1, ...options })
    const adapter = mysql2Adapter(pool)
    const user = await adapter.createUser(someone())
    const held = await pool.getConnection()
    const queued = "queueLimit" in options ? pool.query("SELECT 1") : undefined
    await failure(adapter.createUser(someone()), "unavailable")
    await failure(adapter.updateUser({ id: user.id, ...someone() }), "unavailable")
    await failure(adapter.getUser(user.id), "unavailable")
    held.release()
    await queued
    await adapter.createUser(someone())
    await pool.end()
  })
})

test("a client that does not use utf8mb4 is refused before it loses a character", async () => {
  const url = await newDatabase(mysql2, server)
  const pool = createPool({ uri: url, charset: "latin1_swedish_ci" })
  const { message } = await failure(mysql2Adapter(pool).createUser(someone()), "unavailable")
  expect(message).toContain("utf8mb4")
  await pool.end()
})

test("SEC-U5 migrate refuses a client that every operation refuses, and creates nothing", async () => {
  const url = await server.database()
  const pool = createPool({ uri: url, charset: "latin1_swedish_ci" })
  for (const call of [migrate, plan, inspect])
    expect((await failure(call(mysql2Adapter(pool)), "unavailable")).message).toContain("utf8mb4")
  const [tables] = await pool.query("SHOW TABLES")
  expect(tables).toEqual([])
  await pool.end()
})

test("SEC-U5 a mariadb/callback pool is refused when the adapter is created", async () => {
  const { hostname: host, port } = new URL(await server.database())
  const pool = createMariadbCallbackPool({ host, port: Number(port), user: "root" })
  expect(() => mariadbAdapter(pool as never)).toThrow("not of mariadb/callback")
  await new Promise<void>((resolve) => pool.end(() => resolve()))
})

test("a client with foreign key checks off is refused before it stores orphans", async () => {
  const url = await newDatabase(mysql2, server)
  const pool = createPool(url)
  pool.pool.on("connection", (connection) => connection.query("SET foreign_key_checks = 0"))
  const { message } = await failure(mysql2Adapter(pool).createUser(someone()), "unavailable")
  expect(message).toContain("foreign_key_checks")
  await pool.end()
})

test("a client that is not a promise pool is refused when the adapter is created", async () => {
  const url = await server.database()
  const callbacks = createCallbackPool(url)
  const connection = await createConnection(url)
  for (const client of [callbacks, connection])
    expect(() => mysql2Adapter(client as never)).toThrow(expect.objectContaining({ code: "invalid" }))
  expect(() => mariadbAdapter(connection as never)).toThrow(expect.objectContaining({ code: "invalid" }))
  await connection.end()
  callbacks.end()
})

async function lockWaits(): Promise<number> {
  const [rows] = await admin.query("SELECT COUNT(*) AS waits FROM information_schema.INNODB_LOCK_WAITS")
  return (rows as { waits: number }[])[0]?.waits ?? 0
}

async function endOthers(url: string): Promise<void> {
  const [rows] = await admin.execute("SELECT ID AS id FROM information_schema.PROCESSLIST WHERE DB = ?", [
    new URL(url).pathname.slice(1),
  ])
  for (const { id } of rows as { id: number }[]) await admin.query(`KILL CONNECTION ${id}`)
}
