import type { ExtraFields } from "../../../contract/schema.ts"
import type { Adapter } from "../../../contract/types.ts"
import { postgres } from "../dialects/postgres.ts"
import type { Bound, Driver, Result, Statement, Step } from "../driver.ts"
import { perClient } from "../per-client.ts"
import { type Answer, type Connection, connect, type PgClient, type Query } from "../pg-connection.ts"
import { createSqlAdapter, type SqlOptions } from "../sql-adapter.ts"

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
  const connected = connect(client)

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
    run: (statement, values) => unlessKept(() => connected.query(query(statement, values)).then(resultOf)),
    batch: (steps) =>
      unlessKept(() => connected.use((connection) => inTransaction(connection, steps, query))),
  }
}

type ToQuery = (statement: Statement, values: readonly Bound[]) => Query

async function inTransaction(
  connection: Connection,
  steps: readonly Step[],
  query: ToQuery,
): Promise<Result[]> {
  await connection.query("BEGIN")
  try {
    const results: Result[] = []
    for (const [statement, values] of steps)
      results.push(resultOf(await connection.query(query(statement, values))))
    await connection.query("COMMIT")
    return results
  } catch (error) {
    await connection.query("ROLLBACK").catch(() => undefined)
    throw error
  }
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
