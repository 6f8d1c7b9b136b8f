import { throwInvalid } from "../../contract/throw-invalid.ts"
import { withRetry } from "../../operations/retry.ts"
import type { Awaitable } from "../../shared/awaitable.ts"
import type { Dialect } from "../../sql/dialect.ts"
import type { Bound, Driver, Result, Step } from "../../sql/driver.ts"
import { inUtcZone, shapedStatement } from "../../sql/statement.ts"
import type { Column } from "../columns.ts"
import { databaseError } from "../database-error.ts"
import type { Table } from "../tables.ts"

/** A row by its columns' names, as Better Auth expects it. */
export type Row = Record<string, unknown>

/** The values of a statement, in the order of its text. */
export type Query = {
  readonly dialect: Dialect
  readonly values: Bound[]
  /** Whether the statement writes or compares dates of a TIMESTAMP, which are then in UTC. */
  isZoned: boolean
  /** Adds a value and returns its parameter. */
  bind(value: Bound, parameter?: (position: number) => string): string
}

export function newQuery(dialect: Dialect): Query {
  const values: Bound[] = []
  return {
    dialect,
    values,
    isZoned: false,
    bind(value, parameter = dialect.parameter) {
      values.push(value)
      return parameter(values.length)
    },
  }
}

export const toStep = (text: string, query: Query, single = false): Step => [
  shapedStatement(query.isZoned ? inUtc(query.dialect, text) : text, single),
  query.values,
]

/** Dates in a TIMESTAMP are in UTC, whatever the connection's time zone, whose hours in autumn have two meanings. */
const inUtc = ({ name }: Dialect, text: string): string =>
  name === "mariadb" ? `${inUtcZone}${text}` : text.replace(/^\w+/, "$& /*+ SET_VAR(time_zone = '+00:00') */")

/** Columns for `SELECT` or `RETURNING`. Each has a unique name, because some clients return rows as objects. */
export const selection = (columns: readonly Column[], from = 0, prefix = ""): string =>
  columns
    .map(({ wire, quoted }, index) => `${wire.selectColumn(prefix + quoted)} AS c${from + index}`)
    .join(", ")

/** The row of some columns that were selected from a position on. */
export function toRow(columns: readonly Column[], stored: readonly unknown[], from = 0): Row {
  const row: Row = {}
  let at = from
  for (const column of columns) row[column.column] = column.decode(stored[at++])
  return row
}

/** A number of rows that every engine takes. */
export function toRowCount(argument: "limit" | "offset", rows: unknown): number {
  if (typeof rows !== "number" || Number.isNaN(rows))
    throwInvalid(`The argument ${argument} must be a number of rows.`)
  return Math.max(0, Math.min(Math.trunc(rows), Number.MAX_SAFE_INTEGER))
}

/** Runs one statement with retries, and translates its errors. */
export function runStep<T>(
  table: Table,
  driver: Driver,
  [text, values]: Step,
  isRead: boolean,
  next: (result: Result) => Awaitable<T>,
): Awaitable<T> {
  return withRetry(
    () => driver.run(text, values),
    next,
    (error) => databaseError(table, error, isRead),
    driver,
  )
}

/** Runs several statements as one transaction. */
export function runSteps<T>(
  table: Table,
  driver: Driver,
  steps: readonly Step[],
  next: (results: readonly Result[]) => Awaitable<T>,
): Awaitable<T> {
  return withRetry(
    () => driver.batch(steps),
    next,
    (error) => databaseError(table, error, false),
    driver,
  )
}
