import type { Awaitable } from "../../shared/awaitable.ts"

/** A statement compiled once; drivers keep what they prepare for it under the object itself. */
export type Statement = {
  readonly text: string
  /** The same for the same text in every process, for servers that keep prepared statements by name. */
  readonly name: string
  /** Whether rows come back. */
  readonly returns: boolean
  /** Whether one row at most comes back: some clients are much quicker when only that is asked for. */
  readonly single?: boolean
}

/** A value as the engine's client takes it. */
export type Bound = string | number | boolean | null

export type Result = {
  /** Positional, in the order of the selected columns. */
  readonly rows: readonly (readonly unknown[])[]
  /** How many rows were changed or deleted; of no meaning for a select. */
  readonly count: number
  /** The id that the database made, where the client tells it. */
  readonly insertId?: unknown
}

export type Step = readonly [statement: Statement, values: readonly Bound[]]

/** All that a client must do: run one statement, and run several in one transaction. Errors are the client's own. */
export type Driver = {
  run(statement: Statement, values: readonly Bound[]): Awaitable<Result>
  /** All or none, in order, on one connection that nobody else uses meanwhile; a lock that finds no row ends it. */
  batch(steps: readonly Step[]): Awaitable<readonly Result[]>
  /** Whether a transaction of the caller's is open, in which nothing is ever repeated. */
  isJoined?(): boolean
}
