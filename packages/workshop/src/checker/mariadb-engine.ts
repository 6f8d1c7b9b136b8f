import { type Connection, createConnection } from "mysql2/promise"
import { isRead } from "../../../mortise/src/sql/statement.ts"
import { type Mysql2Client, mysql2Adapter } from "../../../mortise/src/stores/sql/adapters/mysql2-adapter.ts"
import { migrate } from "../../../mortise/src/stores/sql/migrate/migrate.ts"
import { startMariadb } from "../servers/mariadb.ts"
import { now } from "./calls.ts"
import { createCallers, type Engine, type EngineOptions } from "./engine.ts"
import type { Pass, StepInfo } from "./gate.ts"
import { keepText, type RewriteText, shortText } from "./sql-steps.ts"
import { emptyTables, listOwned, readTables } from "./sql-tables.ts"
import { openTenants, registerTenants } from "./tenant-subject.ts"

/** A connection that belongs to a caller. */
type Own = { readonly connection: Connection; isRunning: boolean; isInTransaction: boolean; isLost: boolean }

type Query = { readonly sql: string; readonly rowsAsArray: true }

/**
 * MariaDB through mysql2: each caller has a connection. A write outside a transaction is two steps, its execution and its
 * commit, so that others run in between and wait for its locks.
 */
export async function openMariadbEngine(
  rewrite: RewriteText = keepText,
  { hasTenants }: EngineOptions = {},
): Promise<Engine> {
  // A server of its own: it counts the statements that wait, and not whose they are.
  const server = await startMariadb()
  const url = await server.database()
  const options = { now: () => now, onWarning: false } as const
  const client = await createConnection(url)
  const open = (target: Mysql2Client) =>
    hasTenants
      ? openTenants(mysql2Adapter(target, { ...options, tenants: true }))
      : mysql2Adapter(target, options)
  const alone = open(asPool(client))
  await migrate(alone)
  const own: Own[] = []
  const callers = await createCallers(async (pass, caller) => {
    const connection = own[caller] ?? {
      connection: await createConnection(url),
      isRunning: false,
      isInTransaction: false,
      isLost: false,
    }
    own[caller] = connection
    const adapter = open(gatePool(connection, pass, rewrite))
    await adapter.getUser("nobody")
    await registerTenants(adapter)
    return adapter
  })
  const select = async (text: string, values: readonly string[]) => {
    const [rows] = await client.execute({ sql: text, rowsAsArray: true }, [...values])
    return (rows as unknown[][]).map((row) =>
      JSON.stringify(row.map((value) => (Buffer.isBuffer(value) ? String(value) : value))),
    )
  }
  const read = (suffix: string) => readTables(select, suffix, "`")
  return {
    ...callers,
    name: "MariaDB",
    alone,
    locks: {
      areHeld: () => own.some(({ isInTransaction }) => isInTransaction),
      async isWaiting(caller) {
        if (!own[caller]?.isRunning) return false
        const [rows] = await client.query("SHOW GLOBAL STATUS LIKE 'Innodb_row_lock_current_waits'")
        const [{ Value: count }] = rows as unknown as [{ Value: string }]
        return Number(count) >= own.filter(({ isRunning }) => isRunning).length
      },
      release: async () => {
        await Promise.all(own.map(rollBack))
      },
    },
    faults: ["die", "lose"],
    runsAtOnce: 16,
    clear: () => emptyTables((text) => client.query(text)),
    readStored: read,
    listLeftovers: async (suffix) => listOwned(await read(suffix)),
    async close() {
      await Promise.all([client, ...own.map(({ connection }) => connection)].map((open) => open.end()))
      await server.close()
    },
  }
}

/** A single connection in the form of a pool. */
const asPool = (connection: Connection): Mysql2Client => {
  const pooled = {
    execute: (query: Query, values: unknown[]) => connection.execute(query, values as never),
    query: (text: string) => connection.query(text),
    release: () => {},
    destroy: () => {},
  }
  return { ...pooled, getConnection: async () => pooled } as unknown as Mysql2Client
}

const rollBack = async (own: Own): Promise<void> => {
  if (own.isInTransaction) await own.connection.query("ROLLBACK")
  own.isInTransaction = false
}

const lostError = (): Error =>
  Object.assign(new Error("Connection lost: The server closed the connection."), {
    code: "PROTOCOL_CONNECTION_LOST",
    fatal: true,
  })

/** A pool whose only connection passes the gate. */
function gatePool(own: Own, pass: Pass, rewrite: RewriteText): Mysql2Client {
  const disconnect = async () => {
    await rollBack(own)
    own.isLost = true
    return lostError()
  }
  const step = (text: string): StepInfo => ({ label: shortText(text), disconnect })
  const run = async <T>(command: () => Promise<T>): Promise<T> => {
    own.isRunning = true
    try {
      return await command()
    } catch (error) {
      // A deadlock ends the transaction.
      if ((error as { errno?: number }).errno === 1213) own.isInTransaction = false
      throw error
    } finally {
      own.isRunning = false
    }
  }
  const execute = (query: Query, values: unknown[]) =>
    run(() => own.connection.execute(query, values as never))

  const runAlone = async (query: Query, values: unknown[]) => {
    if (isRead({ text: query.sql })) return pass(step(query.sql), () => execute(query, values))
    const answer = await pass(step(query.sql), async () => {
      await own.connection.query("START TRANSACTION")
      own.isInTransaction = true
      return execute(query, values).catch(async (error) => {
        await rollBack(own)
        throw error
      })
    })
    await pass(step("COMMIT"), () => end("COMMIT"))
    return answer
  }
  const end = async (text: string) => {
    await own.connection.query(text)
    own.isInTransaction = false
  }
  const runAll = async (query: Query, values: unknown[]) => {
    if (own.isLost) throw lostError()
    let first: unknown
    for (const sql of rewrite(query.sql)) {
      const changed = { ...query, sql }
      const answer = await (own.isInTransaction
        ? pass(step(sql), () => execute(changed, values))
        : runAlone(changed, values))
      first ??= answer
    }
    return first
  }
  const command = async (text: string) => {
    if (own.isLost) throw lostError()
    if (rewrite(text).length === 0) return
    // A transaction has no effect until its first statement.
    if (text !== "START TRANSACTION") return pass(step(text), () => end(text))
    await own.connection.query(text)
    own.isInTransaction = true
  }
  const pooled = { execute: runAll, query: command, release: () => {}, destroy: () => {} }
  return {
    ...pooled,
    // The pool opens a new connection instead of one that was lost.
    execute(query: Query, values: unknown[]) {
      own.isLost = false
      return runAll(query, values)
    },
    async getConnection() {
      own.isLost = false
      return pooled
    },
  } as unknown as Mysql2Client
}
