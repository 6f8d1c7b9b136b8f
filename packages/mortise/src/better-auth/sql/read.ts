import { throwInvalid } from "../../contract/throw-invalid.ts"
import { type Awaitable, andThen } from "../../shared/awaitable.ts"
import type { Driver, Result, Step } from "../../sql/driver.ts"
import type { Column } from "../columns.ts"
import type { Table } from "../tables.ts"
import { type Join, joinColumns, leftJoins, withJoined } from "./joins.ts"
import { newQuery, type Query, type Row, runStep, selection, toRow, toRowCount, toStep } from "./query.ts"
import { type Condition, unknownField, whereClause } from "./where.ts"

/** What `findOne` and `findMany` have in common. */
export type Find = {
  readonly where?: readonly Condition[] | undefined
  readonly select?: readonly string[] | undefined
  readonly joins: readonly Join[]
}

export type FindMany = Find & {
  readonly limit: number
  readonly offset?: number | undefined
  readonly sortBy?: { readonly field: string; readonly direction: "asc" | "desc" } | undefined
}

/** The columns of the selected fields; all of them without a selection. */
export function selectedColumns(table: Table, select: readonly string[] | undefined): readonly Column[] {
  if (!select || select.length === 0) return table.columns
  return select.map((field) => {
    const column = table.field(field)
    if (!column) throw unknownField(table, field, "select")
    return column
  })
}

/** Decodes the first row's own columns, and the rows that are joined to it one to one. */
export function decodeRow(
  columns: readonly Column[],
  joins: readonly Join[],
  stored: readonly unknown[],
): Row {
  const row = toRow(columns, stored)
  let at = columns.length
  for (const join of joins) {
    row[join.key] = joinedRow(join, stored, at)
    at += join.table.columns.length
  }
  return row
}

const joinedRow = ({ table }: Join, stored: readonly unknown[], at: number): Row | null =>
  stored[at + table.columns.indexOf(table.id)] === null ? null : toRow(table.columns, stored, at)

/** Finds one row. A single relation to many rows is read in the same statement. */
export function findOne(table: Table, driver: Driver, find: Find): Awaitable<Row | null> {
  const { where, select, joins } = find
  const columns = selectedColumns(table, select)
  const single = joins.filter(({ isMany }) => !isMany)
  const many = joins.filter(({ isMany }) => isMany)
  const [first, ...others] = many
  const inOne = first && first.limit > 0 ? first : undefined
  const query = newQuery(table.dialect)
  const all = inOne ? [...single, inOne] : single
  const from = inOne
    ? `(SELECT * FROM ${table.quoted}${whereClause(table, where, query)} LIMIT 1) p`
    : `${table.quoted} p`
  const rest = inOne
    ? ` LIMIT ${bindRows(query, "limit", inOne.limit)}`
    : `${whereClause(table, where, query, "p.")} LIMIT 1`
  // The parameters of `from` come first.
  const text = `SELECT ${selection(columns, 0, "p.")}${joinColumns(all, columns.length)} FROM ${from}${leftJoins(all)}${rest}`
  return runStep(table, driver, toStep(text, query, !inOne), true, ({ rows }) => {
    const [stored] = rows
    if (!stored) return null
    const row = decodeRow(columns, single, stored)
    if (inOne) row[inOne.key] = manyRows(inOne, rows, columns.length + countColumns(single))
    return andThen(withJoined(driver, inOne ? others : many, [row]), () => row)
  })
}

const countColumns = (joins: readonly Join[]): number =>
  joins.reduce((width, { table }) => width + table.columns.length, 0)

const manyRows = (join: Join, rows: Result["rows"], at: number): Row[] =>
  rows.map((stored) => joinedRow(join, stored, at)).filter((row) => row !== null)

export function findMany(table: Table, driver: Driver, find: FindMany): Awaitable<Row[]> {
  const { where, select, joins } = find
  const columns = selectedColumns(table, select)
  const single = joins.filter(({ isMany }) => !isMany)
  const query = newQuery(table.dialect)
  const text = `SELECT ${selection(columns, 0, "p.")}${joinColumns(single, columns.length)} FROM ${table.quoted} p${leftJoins(single)}${whereClause(table, where, query, "p.")}${buildOrderBy(table, find)}${buildLimit(query, find)}`
  return runStep(
    table,
    driver,
    toStep(text, query),
    true,
    ({ rows }): Awaitable<Row[]> =>
      withJoined(
        driver,
        joins.filter(({ isMany }) => isMany),
        rows.map((stored) => decodeRow(columns, single, stored)),
      ),
  )
}

/** Null comes before every value, on each engine. */
function buildOrderBy(table: Table, { sortBy }: FindMany): string {
  if (sortBy?.field === undefined) return ""
  const column = table.field(sortBy.field)
  if (!column) throw unknownField(table, sortBy.field, "sortBy")
  const direction: string = sortBy.direction ?? "asc"
  if (direction !== "asc" && direction !== "desc") throwInvalid('sortBy.direction must be "asc" or "desc".')
  const isDescending = direction === "desc"
  const nulls =
    table.dialect.family === "postgres" && column.isNullable
      ? ` NULLS ${isDescending ? "LAST" : "FIRST"}`
      : ""
  return ` ORDER BY p.${column.quoted} ${isDescending ? "DESC" : "ASC"}${nulls}`
}

function buildLimit(query: Query, { limit, offset }: FindMany): string {
  const rows = ` LIMIT ${bindRows(query, "limit", limit)}`
  return (offset ?? 0) === 0 ? rows : `${rows} OFFSET ${bindRows(query, "offset", offset as number)}`
}

const bindRows = (query: Query, argument: "limit" | "offset", rows: number): string =>
  query.bind(query.dialect.encode("integer", toRowCount(argument, rows)), (position) =>
    query.dialect.parameter(position, "integer"),
  )

export function count(
  table: Table,
  driver: Driver,
  where: readonly Condition[] | undefined,
): Awaitable<number> {
  const query = newQuery(table.dialect)
  const step: Step = toStep(
    `SELECT COUNT(*) AS c0 FROM ${table.quoted}${whereClause(table, where, query)}`,
    query,
    true,
  )
  return runStep(table, driver, step, true, ({ rows }) => Number(rows[0]?.[0]))
}
