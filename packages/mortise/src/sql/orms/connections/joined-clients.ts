import { type PgliteTransaction, query as queryPglite } from "../../drivers/pglite/pglite-client.ts"
import {
  ownSavepoint,
  type PostgresTransaction,
  query as queryPostgresJs,
} from "../../drivers/postgres/query.ts"
import { describePostgres } from "../../engines/postgres/describe-postgres.ts"
import type { SqlClient } from "../../sql-client.ts"
import {
  joinedDriver,
  type OpenTransaction,
  type Run,
  textSavepoint,
} from "../../transactions/joined-driver.ts"
import { answerLater, endedError, openTurns, type Scope } from "../../transactions/turns.ts"
import { watchPostgresJs } from "./watch-postgres-js.ts"

/** Describes a transaction of postgres.js that the caller opened. */
export function joinPostgresJs(factory: string, transaction: PostgresTransaction): SqlClient {
  // Not prepared by name, as in every transaction that a caller opened.
  const runOn =
    (target: PostgresTransaction): Run =>
    (statement, values) =>
      queryPostgresJs(target, statement, values, false)
  const turns = openTurns()
  const { call } = turns.at(0)
  const watching = watchPostgresJs(transaction, turns)
  return describe(factory, {
    run: runOn(transaction),
    // A failed statement outside a savepoint of this client makes its `begin` reject, even if the error is caught.
    savepoint: (work) => transaction.savepoint(ownSavepoint, (inside) => work(runOn(inside))),
    scope: {
      async call(work) {
        await watching
        return call(work)
      },
    },
  })
}

/** Describes a transaction of PGlite that the caller opened. */
export function joinPglite(factory: string, transaction: PgliteTransaction, scope: Scope): SqlClient {
  const { call } = answerLater(scope)
  const run: Run = (statement, values) => queryPglite(transaction, statement, values)
  const described = describe(factory, {
    run,
    savepoint: textSavepoint(run, (text) => transaction.exec(text)),
    scope: {
      async call(work) {
        if (transaction.closed) throw endedError()
        return call(work)
      },
    },
  })
  return { ...described, durability: "process", cancelledReplicationWaits: () => undefined }
}

const describe = (factory: string, transaction: Omit<OpenTransaction, "endsOnError">): SqlClient => ({
  ...describePostgres(factory, joinedDriver({ ...transaction, endsOnError: true })),
  batchLookups: undefined,
})
