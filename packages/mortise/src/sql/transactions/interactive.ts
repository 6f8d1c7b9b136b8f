/**
 * Transactions that a driver opens for its caller's work. They are committed when the work resolves and rolled back when
 * it throws. The work is never repeated. Only the beginning is: until then, nothing was done.
 */
import { MortiseError } from "../../contract/errors.ts"
import { retryIfTransient } from "../../operations/retry.ts"
import { hadNoConnection } from "../../shared/connection-failures.ts"
import type { Driver } from "../driver.ts"
import { addErrorContext } from "../errors/error-context.ts"
import { safeCause } from "../errors/safe-cause.ts"
import { joinedDriver, type OpenTransaction, type Run, textSavepoint } from "./joined-driver.ts"
import { endedError, openTurns, type Scope } from "./turns.ts"

/** A connection with an open transaction. Savepoints are commands, unless the client has its own. */
export type Opened = {
  readonly run: Run
  command?(text: string): Promise<unknown>
  readonly savepoint?: OpenTransaction["savepoint"]
  /** Whether the database has ended the transaction, for clients that report it. */
  isOver?(): boolean
}

/** A connection that no other call uses until the transaction ends. */
export type OwnConnection = Opened & Required<Pick<Opened, "command">>

/** Runs work in a transaction: commits when it resolves, and rolls back when it throws. */
export type InTransaction = <T>(work: (opened: Opened) => Promise<T>) => Promise<T>

/** How an engine's transactions end. */
export type Ends = {
  /** Whether a failed statement ends the transaction, as on PostgreSQL. Then every write gets a savepoint. */
  readonly endsOnError: boolean
  /** Whether an error always ends the transaction: the server rolled it back, or its connection is lost. */
  endsTransaction(error: unknown): boolean
  /** Whether another attempt may succeed after a transaction could not begin. */
  isRetried(error: unknown): boolean
}

type Work<T> = (inside: Driver) => Promise<T>
type Outcome<T> = { readonly value: T } | { readonly error: unknown }

/** The `transaction` of a driver. */
export function interactive(inTransaction: InTransaction, ends: Ends): <T>(work: Work<T>) => Promise<T> {
  return async (work) => {
    const begin = () => attempt(inTransaction, ends, work)
    const translate = (error: unknown) => (ends.isRetried(error) ? busyError(error) : Object(error))
    const outcome = await begin().catch((error) => retryIfTransient(begin, translate, error, {}))
    if ("error" in outcome) throw outcome.error
    return outcome.value
  }
}

/** Throws only if the transaction did not begin. */
async function attempt<T>(inTransaction: InTransaction, ends: Ends, work: Work<T>): Promise<Outcome<T>> {
  let running: Promise<Outcome<T>> | undefined
  try {
    await inTransaction(async (opened) => {
      running = runInside(opened, ends, work)
      const outcome = await running
      if ("error" in outcome) throw outcome.error
    })
  } catch (error) {
    if (!running) throw error
    // The commit failed, or a time limit of the client ended the transaction.
    if ("value" in (await running)) return { error: addErrorContext(error, { code: "indeterminate" }) }
  }
  return running as Promise<Outcome<T>>
}

async function runInside<T>(opened: Opened, ends: Ends, work: Work<T>): Promise<Outcome<T>> {
  const turns = openTurns()
  const { transaction, failure } = guardTransaction(opened, ends, turns.at(0))
  const calls = new Set<Promise<unknown>>()
  const trackCall = <R>(call: R | Promise<R>): Promise<R> => {
    const running = Promise.resolve(call)
    const forget = () => calls.delete(running)
    calls.add(running)
    running.then(forget, forget)
    return running
  }
  const joined = joinedDriver(transaction)
  try {
    const value = await work({
      run: (...step) => trackCall(joined.run(...step)),
      batch: (steps) => trackCall(joined.batch(steps)),
      isJoined: () => true,
    })
    // Calls that the work did not await belong to the transaction too.
    await Promise.allSettled(calls)
    await turns.end(0, false, () => {})
    return failure() ?? { value }
  } catch (error) {
    await turns.end(0, true, () => {})
    return { error }
  }
}

/** Sends nothing after an error that ended the transaction: it would be committed on its own. */
function guardTransaction(
  { run, command, savepoint, isOver }: Opened,
  { endsOnError, endsTransaction }: Ends,
  scope: Scope,
): { transaction: OpenTransaction; failure(): { readonly error: unknown } | undefined } {
  let failure: { readonly error: unknown } | undefined
  const guard = async <T>(send: () => Promise<T>, isEnd = endsTransaction): Promise<T> => {
    if (failure) throw brokenError()
    // The application has ended it, or the database has.
    if (isOver?.()) throw endedError()
    try {
      return await send()
    } catch (thrown) {
      // Nothing was committed, so the error is `transient` even if the client did not send the statement.
      const error = hadNoConnection(thrown) ? brokenError(thrown) : thrown
      if (isEnd(thrown) || isOver?.()) failure ??= { error }
      throw addErrorContext(error, { code: "transient" })
    }
  }
  const inSavepoint =
    (innerRun: Run): Run =>
    (...step) =>
      guard(() => innerRun(...step))
  const sendCommand = (text: string) =>
    guard(
      async () => command?.(text),
      () => true,
    )
  return {
    failure: () => failure,
    transaction: {
      // PostgreSQL answers the COMMIT of a failed transaction with success.
      run: (...step) =>
        guard(
          () => run(...step),
          (error) => endsOnError || endsTransaction(error),
        ),
      savepoint: savepoint
        ? (inner) => guard(() => savepoint((innerRun) => inner(inSavepoint(innerRun))))
        : textSavepoint(inSavepoint(run), sendCommand),
      endsOnError,
      scope,
    },
  }
}

const busyError = (error: unknown): MortiseError =>
  new MortiseError("transient", "The database was busy, and the transaction did not begin: try again.", {
    cause: safeCause(error),
  })

const brokenError = (error?: unknown): MortiseError =>
  new MortiseError(
    "transient",
    "An error ended this transaction, and the database has rolled it back: try the whole transaction again.",
    error === undefined ? {} : { cause: safeCause(error) },
  )

/** The statements that begin, commit and roll back a transaction. */
export type TransactionTexts = readonly [begin: string, commit: string, rollback: string]

/**
 * Transactions by commands on a connection. `use` gets a connection for one piece of work, and must discard it if the
 * work throws an error without a code.
 */
export const byCommands =
  (
    use: <T>(work: (connection: OwnConnection) => Promise<T>) => Promise<T>,
    [begin, commit, rollback]: TransactionTexts,
  ): InTransaction =>
  async <T>(work: (opened: Opened) => Promise<T>): Promise<T> => {
    let failure: { readonly error: unknown } | undefined
    const inTransaction = async (connection: OwnConnection): Promise<T> => {
      await connection.command(begin)
      try {
        const value = await work(connection)
        await connection.command(commit)
        return value
      } catch (error) {
        failure = { error }
        await connection.command(rollback).catch(() => {
          throw new Error("The transaction could not be rolled back.")
        })
        return undefined as T
      }
    }
    const value = await use(inTransaction).catch((error) => {
      throw failure ? failure.error : error
    })
    if (failure) throw failure.error
    return value
  }
