import { postgres } from "../../engines/postgres/engine.ts"
import { type PgliteTransaction, query as queryPglite } from "../../engines/postgres/pglite.ts"
import { type PostgresTransaction, query as queryPostgresJs } from "../../engines/postgres/postgres-js.ts"
import { joinedDriver, type OpenTransaction, type Run, textSavepoint } from "../../joined-driver.ts"
import type { SqlClient } from "../../sql-adapter.ts"

/** Describes a transaction of postgres.js that the caller opened. */
export function joinPostgresJs(factory: string, transaction: PostgresTransaction): SqlClient {
  // Not prepared by name, as in every transaction of a caller.
  const on =
    (each: PostgresTransaction): Run =>
    (statement, values) =>
      queryPostgresJs(each, statement, values, false)
  return describe(factory, {
    run: on(transaction),
    // A failed statement outside a savepoint of this client makes its `begin` reject, even if the error is caught.
    savepoint: (work) => transaction.savepoint((inside) => work(on(inside))),
  })
}

/** Describes a transaction of PGlite that the caller opened. */
export function joinPglite(factory: string, transaction: PgliteTransaction): SqlClient {
  const run: Run = (statement, values) => queryPglite(transaction, statement, values)
  const described = describe(factory, {
    run,
    savepoint: textSavepoint(run, (text) => transaction.exec(text)),
  })
  return { ...described, durability: "process", cancelledWaits: () => undefined }
}

const describe = (factory: string, transaction: Omit<OpenTransaction, "endsOnError">): SqlClient => ({
  factory,
  driver: joinedDriver({ ...transaction, endsOnError: true }),
  engine: postgres,
  durability: "power",
  batchesLookups: false,
  cancelledWaits: () => "hidden",
})
