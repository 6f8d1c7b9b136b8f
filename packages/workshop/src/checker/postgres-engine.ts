import { EventEmitter } from "node:events"
import { Client } from "pg"
import type { PgClient, PgConnection } from "../../../mortise/src/sql/drivers/pg/pg-driver.ts"
import type { SubmittedQuery } from "../../../mortise/src/sql/drivers/pg/query.ts"
import { isRead } from "../../../mortise/src/sql/statement.ts"
import { pgAdapter } from "../../../mortise/src/stores/sql/adapters/pg-adapter.ts"
import { migrate } from "../../../mortise/src/stores/sql/migrate/migrate.ts"
import { execute, openPostgres } from "../servers/postgres.ts"
import { now } from "./calls.ts"
import { createCallers, type Engine, type EngineOptions } from "./engine.ts"
import type { Pass, StepInfo } from "./gate.ts"
import { keepText, type RewriteText, shortText } from "./sql-steps.ts"
import { emptyTables, listOwned, readTables } from "./sql-tables.ts"
import { openTenants, registerTenants } from "./tenant-subject.ts"

type Outcome = { readonly error: Error | null; readonly query: SubmittedQuery }

/** A connection that belongs to a caller. */
type Own = { readonly client: Client; readonly id: number; isInTransaction: boolean; isLost: boolean }

/**
 * PostgreSQL through pg: each caller has a connection. A write outside a transaction is two steps, its execution and its
 * commit, so that others run in between and wait for its locks.
 */
export async function openPostgresEngine(
  rewrite: RewriteText = keepText,
  changes: readonly string[] = [],
  { hasTenants }: EngineOptions = {},
): Promise<Engine> {
  const server = await openPostgres()
  const url = await server.database()
  const options = { now: () => now, onWarning: false } as const
  const connect = async () => {
    const client = new Client({ connectionString: url })
    await client.connect()
    return client
  }
  const client = await connect()
  const open = (target: PgClient | Client) =>
    hasTenants ? openTenants(pgAdapter(target, { ...options, tenants: true })) : pgAdapter(target, options)
  const alone = open(client)
  await migrate(alone)
  for (const change of changes) await execute(url, change)
  const own: Own[] = []
  const callers = await createCallers(async (pass, caller) => {
    const connection = own[caller] ?? (await openOwn(connect))
    own[caller] = connection
    const adapter = open(gatePool(connection, pass, rewrite))
    await adapter.getUser("nobody")
    await registerTenants(adapter)
    return adapter
  })
  const select = async (text: string, values: readonly string[]) =>
    (await client.query({ text, values: [...values], rowMode: "array" })).rows.map((row) =>
      JSON.stringify(row),
    )
  const read = (suffix: string) => readTables(select, suffix, '"', "$1")
  return {
    ...callers,
    name: "PostgreSQL",
    alone,
    locks: {
      areHeld: () => own.some(({ isInTransaction }) => isInTransaction),
      async isWaiting(caller) {
        const text = "SELECT cardinality(pg_blocking_pids($1)) > 0"
        return (
          (await client.query({ text, values: [own[caller]?.id], rowMode: "array" })).rows[0]?.[0] === true
        )
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
      await Promise.all([client, ...own.map((connection) => connection.client)].map((open) => open.end()))
      await server.close()
    },
  }
}

async function openOwn(connect: () => Promise<Client>): Promise<Own> {
  const client = await connect()
  await client.query("SET deadlock_timeout = '1ms'")
  const { rows } = await client.query("SELECT pg_backend_pid() AS id")
  return { client, id: rows[0].id, isInTransaction: false, isLost: false }
}

const rollBack = async (own: Own): Promise<void> => {
  if (own.isInTransaction) await own.client.query("ROLLBACK")
  own.isInTransaction = false
}

/** A pool whose only connection passes the gate. */
function gatePool(own: Own, pass: Pass, rewrite: RewriteText): PgClient {
  const query = gateQueries(own, pass, rewrite)
  const pooled = new Proxy(own.client, {
    get(target, name) {
      if (name === "query") return query
      if (name === "release") return () => {}
      const member: unknown = Reflect.get(target, name)
      return typeof member === "function" ? member.bind(target) : member
    },
  }) as unknown as PgConnection & { release(): void }
  const pool = {
    totalCount: 1,
    query,
    // The pool opens a new connection instead of one that was lost.
    connect(then: (error: undefined, connection: typeof pooled) => void) {
      own.isLost = false
      then(undefined, pooled)
    },
  }
  return Object.assign(new EventEmitter(), pool) as unknown as PgClient
}

function gateQueries(own: Own, pass: Pass, rewrite: RewriteText): (query: SubmittedQuery) => void {
  const disconnect = async () => {
    await rollBack(own)
    own.isLost = true
    return new Error("Connection terminated unexpectedly")
  }
  const send = (query: SubmittedQuery): Promise<Outcome> =>
    new Promise((resolve) => {
      const submitted = Object.assign(Object.create(Object.getPrototypeOf(query)) as SubmittedQuery, query)
      submitted.callback = (error, result) =>
        resolve({ error: error ?? null, query: result as SubmittedQuery })
      own.client.query(submitted as never)
    })
  const step = (text: string): StepInfo => ({ label: shortText(text), disconnect })

  /** A statement of its own: a read is one step, a write is two. */
  const runAlone = async (query: SubmittedQuery): Promise<Outcome> => {
    if (isRead(query)) return pass(step(query.text), () => send(query))
    const outcome = await pass(step(query.text), async () => {
      await own.client.query("BEGIN")
      own.isInTransaction = true
      const sent = await send(query)
      if (sent.error) await rollBack(own)
      return sent
    })
    if (outcome.error) return outcome
    await pass(step("COMMIT"), async () => {
      await own.client.query("COMMIT")
      own.isInTransaction = false
    })
    return outcome
  }
  const runInside = async (query: SubmittedQuery): Promise<Outcome> => {
    // A transaction has no effect until its first statement.
    if (query.text === "BEGIN") {
      own.isInTransaction = true
      return send(query)
    }
    const isEnd = query.text === "COMMIT" || query.text === "ROLLBACK"
    return pass(step(query.text), async () => {
      const outcome = await send(query)
      if (isEnd) own.isInTransaction = false
      return outcome
    })
  }
  const runAll = async (query: SubmittedQuery): Promise<Outcome> => {
    let first: Outcome | undefined
    for (const text of rewrite(query.text)) {
      const changed =
        text === query.text
          ? query
          : Object.assign(Object.create(Object.getPrototypeOf(query)), query, { text, name: "" })
      const outcome = await (own.isInTransaction || text === "BEGIN" ? runInside(changed) : runAlone(changed))
      if (outcome.error) return outcome
      first ??= outcome
    }
    return first as Outcome
  }
  return (query) => {
    const lost = () =>
      query.callback(new Error("Client has encountered a connection error and is not queryable"), query)
    if (own.isLost) return lost()
    runAll(query).then(
      ({ error, query: answered }) => query.callback(error, answered),
      (error) => query.callback(error, query),
    )
  }
}
