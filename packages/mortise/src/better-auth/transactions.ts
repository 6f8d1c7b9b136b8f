/**
 * Better Auth's transactions. Calls that are made while a transaction's callback runs join it, through whichever adapter
 * of the client they are made: on a second connection, a hook would wait for the transaction that waits for the hook.
 *
 * A call that the callback does not await belongs to the transaction: the commit waits for it. Work that continues after
 * the callback runs outside: its calls wait for the commit, and fail after a rollback, because they are parts of what
 * was undone.
 */

import { AsyncLocalStorage, AsyncResource } from "node:async_hooks"
import type { LayerTransactions, TransactionEnd } from "../contract/auth-database.ts"
import { MortiseError } from "../contract/errors.ts"
import { perClient } from "../shared/per-client.ts"
import type { Driver } from "../sql/driver.ts"

/** The transactions of one client. */
export type Transactions = LayerTransactions & {
  /** The driver for a call that is made now: the current transaction's, or the client's. */
  current(): Driver
  /** Runs a callback in the current transaction, or in a new one. Its own errors are thrown unchanged. */
  run<T>(callback: () => Promise<T>, translate: (error: unknown) => Error): Promise<T>
}

/** A transaction, in the context of its callback. */
type Context = {
  readonly client: Driver
  /** The driver for calls in this context. */
  driver: Driver
  /** The end of the transaction; undefined when its callback has ended. */
  end: Promise<TransactionEnd> | undefined
  /** The transaction of another client, in which this one was opened. */
  readonly outer: Context | undefined
}

// One for all clients, because each instance costs time in every asynchronous call of the process.
const contexts = new AsyncLocalStorage<Context | undefined>()

function findContext(client: Driver): Context | undefined {
  let context = contexts.getStore()
  while (context && context.client !== client) context = context.outer
  return context
}

/** The transactions of the client that a driver uses. */
export const getTransactions: (client: Driver) => Transactions = perClient((client) => {
  client.currentTransaction = () => {
    const context = findContext(client)
    return context?.end && context.driver
  }
  return {
    current: () => findContext(client)?.driver ?? client,
    findEnd: () => findContext(client)?.end,
    runOutside: (work) => contexts.run(undefined, work),
    run(callback, translate) {
      const context = findContext(client)
      if (context?.end) return callback()
      // `mortiseDatabase` refuses a client that has none.
      const { transaction } = (context?.driver ?? client) as Required<Driver>
      return begin(client, transaction, callback, translate)
    },
  }
})

async function begin<T>(
  client: Driver,
  transaction: NonNullable<Driver["transaction"]>,
  callback: () => Promise<T>,
  translate: (error: unknown) => Error,
): Promise<T> {
  let failure: { readonly error: unknown } | undefined
  // Pools call back in the context of whoever returned the connection.
  const inside = AsyncResource.bind(async (driver: Driver): Promise<T> => {
    const context: Context = { client, driver, end, outer: contexts.getStore() }
    try {
      return await contexts.run(context, callback)
    } catch (error) {
      failure = { error }
      throw error
    } finally {
      context.end = undefined
      context.driver = after(committed, client as Required<Driver>)
      committed.then(
        () => {
          context.driver = client
        },
        () => {},
      )
    }
  })
  // Not at once: the callback reads `end`.
  const result = Promise.resolve()
    .then(() => transaction(inside))
    .catch((error) => {
      throw failure ? failure.error : translate(error)
    })
  const end: Promise<TransactionEnd> = result.then(
    () => undefined,
    (error) => (failure ? "rolled_back" : error),
  )
  const committed = end.then((transactionEnd) => {
    if (transactionEnd) throw undoneError()
  })
  committed.catch(() => {})
  return result
}

/** The client's driver, for calls that continue the work of a transaction after it. */
const after = (
  committed: Promise<void>,
  { run, batch, transaction, isJoined }: Required<Driver>,
): Driver => ({
  run: (...call) => committed.then(() => run(...call)),
  batch: (...call) => committed.then(() => batch(...call)),
  transaction: (work) => committed.then(() => transaction(work)),
  isJoined,
})

const undoneError = (): MortiseError =>
  new MortiseError(
    "unavailable",
    "The call's transaction was rolled back, so it changed nothing: await every call in the callback.",
  )
