import type { Adapter } from "../../../contract/adapter.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import { perClient } from "../../../shared/per-client.ts"
import { checkClient } from "../check-client.ts"
import type { Bound, Driver, Result, Statement } from "../driver.ts"
import { postgres } from "../engines/postgres/engine.ts"
import { runSteps } from "../run-steps.ts"
import { createSqlAdapter, type SqlOptions } from "../sql-adapter.ts"

type Answer = { rows: unknown[]; affectedRows?: number }
type Querying = { query(text: string, values: never[], options: { rowMode: "array" }): Promise<Answer> }

/** The part of a `PGlite` that Mortise uses. */
export type PgliteClient = Querying & {
  transaction<T>(work: (transaction: Querying) => Promise<T>): Promise<T>
}

const query = async (on: Querying, { text }: Statement, values: readonly Bound[]): Promise<Result> => {
  const { rows, affectedRows = 0 } = await on.query(text, values as never[], { rowMode: "array" })
  return { rows: rows as unknown[][], count: affectedRows }
}

const shape = {
  factory: "pgliteAdapter",
  takes: "a PGlite: pgliteAdapter(await PGlite.create())",
  has: ["query", "transaction"],
  lacks: ["connect", "getConnection", "unsafe"],
}

const driverOf = perClient((client: PgliteClient): Driver => {
  checkClient(client, shape)
  return {
    run: (statement, values) => query(client, statement, values),
    batch: (steps) =>
      client.transaction((transaction) =>
        runSteps(steps, (statement, values) => query(transaction, statement, values)),
      ),
  }
})

/** The options of `pgliteAdapter`. */
export type PgliteOptions<X extends ExtraFields = object> = SqlOptions<X>

/**
 * Makes an adapter for PGlite: PostgreSQL inside your process.
 *
 * @example
 * ```ts no-run: PGlite takes seconds to start
 * import { PGlite } from "@electric-sql/pglite"
 * import { pgliteAdapter } from "mortise/pglite"
 *
 * const adapter = pgliteAdapter(await PGlite.create("./auth"))
 * ```
 */
export function pgliteAdapter<X extends ExtraFields = object>(
  client: PgliteClient,
  options?: PgliteOptions<X>,
): Adapter<X> {
  return createSqlAdapter(
    {
      factory: shape.factory,
      driver: driverOf(client),
      engine: postgres,
      durability: "process",
      batchesLookups: false,
    },
    options,
  )
}
