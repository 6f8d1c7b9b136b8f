import { type Call, deadlineError } from "../../../operations/deadline.ts"
import { wasRefusedTransaction } from "../../../shared/connection-failures.ts"
import type { Bound, Result, Statement } from "../../driver.ts"
import { addErrorContext } from "../../errors/error-context.ts"

type Answer = readonly unknown[] & { readonly count: number | null }

/** A query. `state` is set when it is passed to a connection. */
type Pending = {
  values(): Promise<unknown>
  readonly state?: unknown
  /** Cancels a query. The query's own `cancel` does not return this promise, so a failure would end the process. */
  canceller?(query: Pending): Promise<unknown>
}

/** A connection. `end` closes it after its current query, `terminate` immediately. The client then opens a new one. */
type Connection = { end?(): unknown; terminate?(): void }

type Options = { prepare?: boolean; onexecute?: (connection: Connection) => boolean }

/** A postgres.js client or transaction. */
export type Querying = { unsafe(text: string, values?: never[], options?: Options): Pending }

/** The part of a postgres.js transaction that Mortise uses. */
export type PostgresTransaction = Querying & {
  savepoint<T>(name: string, work: (inside: PostgresTransaction) => Promise<T>): Promise<T>
}

/** The name of our savepoints, which postgres.js makes unique. */
export const ownSavepoint = "mortise"

export async function query(
  on: Querying,
  { text, name }: Statement,
  values: readonly Bound[],
  isPrepared: boolean,
): Promise<Result> {
  const prepare = isPrepared && name !== ""
  return toResult(await on.unsafe(text, values as never[], { prepare }).values())
}

/**
 * Runs a statement on a connection that can be discarded: at the deadline of its call, and if the server is read-only.
 * This client says which connection runs a statement, except when the statement is prepared there for the first time.
 * Then the statement is cancelled instead, and the connection is discarded after the next such error.
 */
export async function queryDiscardably(
  on: Querying,
  { text, name }: Statement,
  values: readonly Bound[],
  isPrepared: boolean,
  call?: Call,
): Promise<Result> {
  if (call?.isOver) throw deadlineError()
  let connection: Connection | undefined
  const onexecute = (used: Connection) => {
    connection = used
    // No other statement is sent on this connection before the answer.
    return false
  }
  const pending = on.unsafe(text, values as never[], { prepare: isPrepared && name !== "", onexecute })
  call?.track({
    isSent: () => pending.state !== null,
    discard() {
      connection?.end?.()
      if (connection) connection.terminate?.()
      else pending.canceller?.(pending).catch(() => {})
    },
  })
  try {
    return toResult(await pending.values())
  } catch (error) {
    // Read-only, as a standby is. After other errors that end a connection, this client has discarded it already.
    if ((error as { code?: string }).code === "25006") connection?.end?.()
    throw withFatalContext(error)
  }
}

/**
 * A statement that a FATAL error ends is rejected by this client as CONNECTION_CLOSED. The FATAL error itself rejects the
 * next statement, on a new connection and before it is sent, so that statement can be retried.
 */
function withFatalContext(error: unknown): unknown {
  if (!isFatal(error)) return error
  // It explains another call's failure, which began a transaction.
  const ownError = wasRefusedTransaction(error)
    ? Object.assign(new Error(), { code: "CONNECTION_CLOSED" })
    : error
  return addErrorContext(ownError, { code: "transient" })
}

/** Whether an error ended the connection. PgBouncer sends the severity only in the form that servers translate. */
export function isFatal(error: unknown): boolean {
  const { severity_local, severity = severity_local } = Object(error) as Readonly<Record<string, unknown>>
  return severity === "FATAL" || severity === "PANIC"
}

function toResult(answer: unknown): Result {
  const rows = answer as Answer
  return { rows: rows as unknown as unknown[][], count: rows.count ?? 0 }
}
