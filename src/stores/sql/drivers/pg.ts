import type { ExtraFields } from "../../../contract/schema.ts"
import type { Adapter } from "../../../contract/types.ts"
import { note } from "../circumstances.ts"
import { postgres } from "../dialects/postgres.ts"
import type { Bound, Driver, Result, Statement, Step } from "../driver.ts"
import { perClient } from "../per-client.ts"
import { type Answer, type Connection, connect, type PgClient, type Query } from "../pg-connection.ts"
import { whileKept } from "../prepared.ts"
import { createSqlAdapter, type SqlOptions } from "../sql-adapter.ts"

/** What `pgAdapter` takes besides its client. */
export type PgOptions<X extends ExtraFields = object> = SqlOptions<X> & {
  /** Whether statements are prepared by name; found out by itself behind a pooler that cannot keep them. */
  readonly prepare?: boolean
}

const named = perClient((client: PgClient) => createDriver(client, true))
const unnamed = perClient((client: PgClient) => createDriver(client, false))

function createDriver(client: PgClient, prepare: boolean): Driver {
  const connected = connect(client)
  const kept = whileKept(prepare)
  return {
    run: (statement, values) =>
      kept((isPrepared) => connected.query(queryOf(statement, values, isPrepared)).then(resultOf)),
    batch: (steps) =>
      kept((isPrepared) => connected.use((connection) => inTransaction(connection, steps, isPrepared))),
  }
}

const queryOf = ({ text, name }: Statement, values: readonly Bound[], isPrepared: boolean): Query =>
  isPrepared
    ? { text, values: values as Bound[], rowMode: "array", name }
    : { text, values: values as Bound[], rowMode: "array" }

async function inTransaction(
  connection: Connection,
  steps: readonly Step[],
  isPrepared: boolean,
): Promise<Result[]> {
  const results: Result[] = []
  try {
    await connection.query("BEGIN")
    for (const [statement, values] of steps)
      results.push(resultOf(await connection.query(queryOf(statement, values, isPrepared))))
  } catch (error) {
    await connection.query("ROLLBACK").catch(() => undefined)
    throw note(error, { code: "transient", step: results.length })
  }
  await connection.query("COMMIT")
  return results
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
