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
import { throwInvalid } from "../contract/throw-invalid.ts"
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
  isOpen: boolean
  readonly end: Promise<TransactionEnd>
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
    return context?.isOpen ? context.driver : undefined
  }
  return {
    current: () => findContext(client)?.driver ?? client,
    findEnd() {
      const context = findContext(client)
      return context?.isOpen ? context.end : undefined
    },
    runOutside: (work) => contexts.run(undefined, work),
    run(callback, translate) {
      const context = findContext(client)
      if (context?.isOpen) return callback()
      const { transaction } = context?.driver ?? client
      if (!transaction) throwInvalid("This client has no transactions: use another one.")
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
  let settleEnd: (end: TransactionEnd) => void = () => {}
  const end = new Promise<TransactionEnd>((resolve) => {
    settleEnd = resolve
  })
  // Pools call back in the context of whoever returned the connection.
  const inside = AsyncResource.bind(async (driver: Driver): Promise<T> => {
    const context: Context = { client, driver, isOpen: true, end, outer: contexts.getStore() }
    try {
      return await contexts.run(context, callback)
    } catch (error) {
      failure = { error }
      throw error
    } finally {
      context.isOpen = false
      context.driver = after(committed, client)
      committed.then(
        () => {
          context.driver = client
        },
        () => {},
      )
    }
  })
  const ended = transaction(inside)
  const committed = ended.then(
    () => {},
    () => {
      throw undoneError()
    },
  )
  committed.catch(() => {})
  const result = ended.catch((error) => {
    throw failure ? failure.error : translate(error)
  })
  result.then(
    () => settleEnd("committed"),
    (error) => settleEnd(failure ? "rolled_back" : error),
  )
  return result
}

/** The client's driver, for calls that continue the work of a transaction after it. */
const after = (committed: Promise<void>, { run, batch, transaction, isJoined }: Driver): Driver => ({
  run: (...call) => committed.then(() => run(...call)),
  batch: (...call) => committed.then(() => batch(...call)),
  ...(transaction && { transaction: (work) => committed.then(() => transaction(work)) }),
  ...(isJoined && { isJoined }),
})

const undoneError = (): MortiseError =>
  new MortiseError(
    "unavailable",
    "The transaction that this call belongs to was rolled back, so the call changed nothing: await every call of a transaction in its callback.",
  )
