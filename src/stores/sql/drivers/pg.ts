import type { ExtraFields } from "../../../contract/schema.ts"
import type { Adapter } from "../../../contract/types.ts"
import { postgres } from "../dialects/postgres.ts"
import type { Bound, Driver, Result, Statement, Step } from "../driver.ts"
import { perClient } from "../per-client.ts"
import { createSqlAdapter, type SqlOptions } from "../sql-adapter.ts"

type Query = { text: string; values: Bound[]; rowMode: "array"; name?: string }
type Answer = { rows: unknown[]; rowCount: number | null }
type Listening = {
  on(event: "error", listener: (error: Error) => void): unknown
  listenerCount(event: "error"): number
}
type Connection = Listening & {
  query(query: Query): Promise<Answer>
  query(text: string): Promise<unknown>
}

/** The part of a `Pool` or `Client` of `pg` that is used. */
export type PgClient =
  | Connection
  | (Connection & { connect(): Promise<Connection & { release(destroy?: boolean): void }> })

export type PgOptions<X extends ExtraFields = object> = SqlOptions<X> & {
  /** Whether statements are prepared by name; found out by itself behind a pooler that cannot keep them. */
  readonly prepare?: boolean
}

// A statement that the pooler's connection does not know, or knows already: it was not run.
const notKept = new Set(["26000", "42P05"])

const named = perClient((client: PgClient) => createDriver(client, true))
const unnamed = perClient((client: PgClient) => createDriver(client, false))

function createDriver(client: PgClient, prepare: boolean): Driver {
  let isPrepared = prepare
  listen(client)

  const query: ToQuery = ({ text, name }, values) => ({
    text,
    values: values as Bound[],
    rowMode: "array",
    ...(isPrepared && { name }),
  })
  const unlessKept = <T>(work: () => Promise<T>): Promise<T> =>
    work().catch((error: { code?: string }) => {
      if (!isPrepared || !notKept.has(error.code ?? "")) throw error
      isPrepared = false
      return work()
    })

  return {
    run: (statement, values) => unlessKept(() => client.query(query(statement, values)).then(resultOf)),
    batch: (steps) =>
      unlessKept(() => withConnection(client, (connection) => inTransaction(connection, steps, query))),
  }
}

type ToQuery = (statement: Statement, values: readonly Bound[]) => Query

// All of it is queued at once, so that nothing of another caller's can get between on a shared connection.
async function inTransaction(
  connection: Connection,
  steps: readonly Step[],
  query: ToQuery,
): Promise<Result[]> {
  const begun = connection.query("BEGIN")
  const answers = steps.map(([statement, values]) => connection.query(query(statement, values)))
  const ended = connection.query("COMMIT")
  const settled = await Promise.allSettled([begun, ...answers, ended])
  const failure = settled.find(({ status }) => status === "rejected")
  if (failure) throw (failure as PromiseRejectedResult).reason
  return Promise.all(answers.map(async (answer) => resultOf(await answer)))
}

async function withConnection<T>(client: PgClient, work: (connection: Connection) => Promise<T>): Promise<T> {
  if (!("connect" in client) || !("totalCount" in client)) return work(client)
  const connection = await client.connect()
  listen(connection)
  try {
    const result = await work(connection)
    connection.release()
    return result
  } catch (error) {
    // An error of the server's has a five-letter code and ended the transaction; after any other the connection is lost.
    connection.release((error as { code?: string }).code?.length !== 5)
    throw error
  }
}

// Without a listener, a connection that dies would end the process.
function listen(emitter: Listening): void {
  if (emitter.listenerCount("error") === 0) emitter.on("error", () => {})
}

const resultOf = ({ rows, rowCount }: Answer): Result => ({ rows: rows as unknown[][], count: rowCount ?? 0 })

/**
 * An adapter on PostgreSQL through `pg`, over a pool or a single client.
 *
 * @example
 * ```ts no-run: it needs a server
 * import { Pool } from "pg"
 * import { pgAdapter } from "mortise/pg"
 *
 * const adapter = pgAdapter(new Pool())
 * ```
 */
export function pgAdapter<X extends ExtraFields = object>(
  client: PgClient,
  options?: PgOptions<X>,
): Adapter<X> {
  const driver = options?.prepare === false ? unnamed(client) : named(client)
  return createSqlAdapter({ driver, dialect: postgres, durability: "power", inLanes: true }, options)
}
