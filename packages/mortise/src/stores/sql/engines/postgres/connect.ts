import type { Call } from "../../../../operations/deadline.ts"
import { deadlineError } from "../../../../operations/deadline-error.ts"
import { limitConcurrency } from "../../../../shared/limit-concurrency.ts"
import {
  type Connections,
  exclusively,
  listen,
  overPool,
  type PgClient,
  type PgConnection,
  type Pool,
  type Pooled,
  type Take,
} from "./connection.ts"

const isPool = (client: PgClient): client is Pool => "totalCount" in client

/** Runs queries on a pool or a single client. A lost connection does not end the process. */
export function connect(client: PgClient): Connections {
  listen(client)
  return isPool(client) ? overPool(fromPool(client)) : overSingleClient(client)
}

const fromPool =
  (pool: Pool): Take =>
  (then, fail) => {
    const taken = (connection: Pooled) => then(connection, (isDiscarded) => connection.release(isDiscarded))
    const promised = pool.connect((error, connection) => (connection ? taken(connection) : fail(error)))
    // Some wrappers of a pool return a promise and ignore the callback.
    if (promised instanceof Promise) promised.then((connection) => connection && taken(connection), fail)
  }

/**
 * Uses a single connection, one call after the other: no query may run in the middle of another call's transaction.
 * The connection belongs to the caller and is never discarded.
 */
function overSingleClient(client: PgConnection): Connections {
  const takeTurns = limitConcurrency(1)
  const connection = exclusively(client)
  const inTurn = <T>(call: Call | undefined, work: () => Promise<T>): Promise<T> =>
    takeTurns(() => {
      if (call?.isOver) return Promise.reject(deadlineError())
      call?.track({ isSent: () => true, discard: () => {} })
      return work()
    })
  return {
    run: (statement, values, isPrepared, call) =>
      inTurn(call, () => connection.run(statement, values, isPrepared)),
    use: (work, call) => inTurn(call, () => work(connection)),
  }
}
