import type { Adapter } from "../../../contract/adapter.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import { perClient } from "../../../shared/per-client.ts"
import { checkClient } from "../check-client.ts"
import type { ClientKind } from "../client-kind.ts"
import { statement } from "../compile/statement.ts"
import type { Bound, Driver, Result, Statement } from "../driver.ts"
import type { Engine } from "../engine.ts"
import { markDroppingPostgres, postgres } from "../engines/postgres/engine.ts"
import { runSteps } from "../run-steps.ts"
import { createSqlAdapter, type SqlOptions } from "../sql-adapter.ts"

type Answer = { rows: unknown[]; affectedRows?: number }
type Querying = { query(text: string, values: never[], options: { rowMode: "array" }): Promise<Answer> }

/** The part of a `PGlite` that Mortise uses. */
export type PgliteClient = Querying & {
  transaction<T>(work: (transaction: Querying) => Promise<T>): Promise<T>
}

/** The part of a transaction of PGlite that Mortise uses. */
export type PgliteTransaction = Querying & { exec(text: string): Promise<unknown> }

export const query = async (on: Querying, { text }: Statement, values: readonly Bound[]): Promise<Result> => {
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

const markQuery = statement("SELECT chr(65279) || 'x'")

/** Asks once per client whether it drops a byte order mark at the start of a text, as PGlite 0.5 does. */
const detectEngineOf = perClient((driver: Driver) => {
  let known: Engine | undefined
  return async (): Promise<Engine> => {
    const [row] = known ? [] : (await driver.run(markQuery, [])).rows
    known ??= row?.[0] === "x" ? markDroppingPostgres : postgres
    return known
  }
})

/** The options of `pgliteAdapter`. */
export type PgliteOptions<X extends ExtraFields = object> = SqlOptions<X>

export const pglite: ClientKind<PgliteClient> = {
  shape,
  describe(client) {
    const driver = driverOf(client)
    return {
      factory: shape.factory,
      driver,
      engine: postgres,
      detectEngine: detectEngineOf(driver),
      durability: "process",
      batchesLookups: false,
    }
  },
}

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
  return createSqlAdapter(pglite.describe(client), options)
}
