import type { Call, Follow } from "../operations/deadline.ts"
import type { Awaitable } from "../shared/awaitable.ts"

/** A statement, compiled once. Drivers cache what they prepare for it under the object. */
export type Statement = {
  readonly text: string
  /** For servers that keep prepared statements by name: the same for the same text in every process. */
  readonly name: string
  /** Whether the statement returns rows. */
  readonly returns: boolean
  /** Whether it returns at most one row: some clients are much faster when asked for a single row. */
  readonly single?: boolean
  /** Whether it may run on a replica, if stale reads are allowed. */
  readonly isLookup?: boolean
  /** Parses the statement on a connection of pg, and may send more before it. Other clients do not call it. */
  readonly parseOn?: (sent: Pick<Statement, "name" | "text">, wire: MessageWire) => void
}

/** A connection to PostgreSQL on which messages are sent one by one. */
export type MessageWire = {
  readonly parsedStatements: Readonly<Record<string, string | undefined>>
  parse(message: { text: string; name: string }): void
  bind(message: { portal: string; statement: string; values: readonly (string | null)[] }): void
  execute(message: { portal: string }): void
}

/** A value in the form that clients accept. */
export type Bound = string | number | boolean | null

export type Result = {
  /** Rows as arrays, in the order of the selected columns. */
  readonly rows: readonly (readonly unknown[])[]
  /** How many rows were changed or deleted; meaningless for a `SELECT`. */
  readonly count: number
  /** The id that the database generated, if the client reports it. */
  readonly insertId?: unknown
}

export type Step = readonly [statement: Statement, values: readonly Bound[]]

/** Runs one statement, or several in one transaction, on a client, and throws the client's errors. */
export type Driver = {
  run(statement: Statement, values: readonly Bound[], call?: Call): Awaitable<Result>
  /**
   * Runs all steps or none, in order, on one connection that no other call uses at the same time. A locking `SELECT`
   * that finds no row ends the transaction early.
   */
  batch(steps: readonly Step[], call?: Call): Awaitable<readonly Result[]>
  /**
   * Runs work in a transaction on one connection: commits when the work resolves, and rolls back when it throws. Calls
   * through `inside` take turns, and fail after the end. Where a client has a single connection, its other calls wait.
   */
  transaction?<T>(work: (inside: Driver) => Promise<T>): Promise<T>
  /**
   * The open transaction that a call made now belongs to. It is set by whoever opens transactions. A driver with a single
   * connection runs the call there: the transaction could not end while the call waits for it.
   */
  currentTransaction?(): Driver | undefined
  /** Whether the driver works inside a transaction that the caller opened. There, nothing is retried. */
  isJoined?(): boolean
  /** Whether the driver reports to a call what was sent. Otherwise all statements count as sent. */
  readonly tracksCalls?: true
  /** How long a transient error is retried. Default: 5 seconds. */
  readonly retryMs?: number
}

/** Runs work that ends at a deadline, with a driver that knows it. `follow` runs work that other calls share. */
export type RunTimed = <T>(
  driver: Driver,
  work: (timed: Driver, follow: Follow) => Awaitable<T>,
) => Awaitable<T>
