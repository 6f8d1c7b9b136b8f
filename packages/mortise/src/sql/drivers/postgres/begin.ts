/**
 * Transactions of postgres.js. If a connection is lost inside, this client still writes a ROLLBACK to it, which ends the
 * process. So the client never sees the end of a transaction, or of a savepoint, whose connection is lost. Its `begin`
 * also rejects as soon as the connection is lost, while the work still runs.
 */
import type { Bound, Result, Statement } from "../../driver.ts"
import { addErrorContext } from "../../errors/error-context.ts"
import type { OpenTransaction } from "../../transactions/joined-driver.ts"
import { isFatal, ownSavepoint, type PostgresTransaction, type Querying, query } from "./query.ts"

/** The part of a postgres.js client that begins a transaction. */
export type Beginning = {
  begin<T>(work: (transaction: PostgresTransaction) => Promise<T>): Promise<unknown>
}

type Opened = Pick<OpenTransaction, "savepoint"> & {
  /** Statements are prepared by name only if asked for, because a pooler may not know the name. */
  run(statement: Statement, values: readonly Bound[], isPrepared?: boolean): Promise<Result>
}

/** Runs work in a transaction. Settles after the work has. */
export const begin = <T>(client: Beginning, work: (opened: Opened) => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const losses = watchLosses()
    let isWorking = false
    let hasBegun = false
    const inside = async (transaction: PostgresTransaction): Promise<T> => {
      isWorking = hasBegun = true
      const result = work(openedOn(transaction, losses))
      await ignoreRejection(result)
      isWorking = false
      const lost = losses.getLoss()
      if (lost) result.then(() => reject(lost.error), reject)
      return lost ? never : result
    }
    client.begin(inside).then(
      (value) => resolve(value as T),
      (error) => {
        if (isWorking) losses.lose(error)
        // Nothing but the BEGIN was sent.
        else reject(hasBegun ? error : addErrorContext(error, { code: "transient" }))
      },
    )
  })

type Losses = ReturnType<typeof watchLosses>

/** Whether a transaction's connection is lost. */
function watchLosses() {
  let lost: { readonly error: unknown } | undefined
  let lose: (error: unknown) => void = () => {}
  const loss = new Promise<never>((_, reject) => {
    lose = (error) => {
      lost ??= { error }
      reject(error)
    }
  })
  loss.catch(() => {})
  return {
    getLoss: () => lost,
    lose,
    /** Sends nothing once the connection is lost, and rejects when it is. */
    async unlessLost<R>(send: () => Promise<R>): Promise<R> {
      if (lost) throw lost.error
      try {
        return await Promise.race([send(), loss])
      } catch (error) {
        if (isLoss(error)) lose(error)
        throw error
      }
    },
  }
}

const openedOn = (transaction: PostgresTransaction, { getLoss, unlessLost }: Losses): Opened => {
  const runOn =
    (on: Querying): Opened["run"] =>
    (statement, values, isPrepared = false) =>
      unlessLost(() => query(on, statement, values, isPrepared))
  return {
    run: runOn(transaction),
    savepoint: (work) =>
      unlessLost(() =>
        transaction.savepoint(ownSavepoint, async (inside) => {
          const result = work(runOn(inside))
          await ignoreRejection(result)
          return getLoss() ? never : result
        }),
      ),
  }
}

const never = new Promise<never>(() => {})

const ignoreRejection = (work: Promise<unknown>): Promise<unknown> => work.catch(() => {})

function isLoss(error: unknown): boolean {
  const { code = "" } = Object(error) as { code?: string }
  return /^(CONNECTION_|E[A-Z])/.test(code) || isFatal(error)
}
