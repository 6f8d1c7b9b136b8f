import { MortiseError } from "../../contract/errors.ts"
import type { Awaitable } from "../../shared/awaitable.ts"
import type { Bound, Driver, Result, Step } from "../../sql/driver.ts"
import type { Column } from "../columns.ts"
import { invalidValue } from "../database-error.ts"
import type { Table } from "../tables.ts"
import { newQuery, type Query, type Row, runStep, runSteps, selection, toRow, toStep } from "./query.ts"
import { findOne } from "./read.ts"
import { type Condition, checkScope, isEqual, whereClause, whereKey } from "./where.ts"

type Assignment = readonly [column: Column, value: Bound]

function toAssignments(table: Table, data: Readonly<Row>): Assignment[] {
  return Object.entries(data).flatMap(([name, value]) => {
    const column = table.column(name)
    if (!column) throw invalidValue(table.model, name)
    if (value === undefined) return []
    const bound = column.encode(value)
    if (bound === undefined) throw invalidValue(table.model, column.field)
    return [[column, bound]]
  })
}

const bindAll = (query: Query, assignments: readonly Assignment[]): string[] =>
  assignments.map(([column, value]) => bindNew(query, column, value))

function bindNew(query: Query, { wire }: Column, value: Bound): string {
  if (wire.isZoned) query.isZoned = true
  return query.bind(value, wire.parameter)
}

const firstRow =
  (table: Table) =>
  ({ rows }: Result): Row | null =>
    rows[0] ? toRow(table.columns, rows[0]) : null

const lastRow =
  (table: Table) =>
  (results: readonly Result[]): Row | null => {
    const result = results.at(-1)
    return result ? firstRow(table)(result) : null
  }

export function create(table: Table, driver: Driver, data: Readonly<Row>): Awaitable<Row> {
  const { dialect } = table
  const assignments = toAssignments(table, data)
  const query = newQuery(dialect)
  const { tenant } = table
  const names = [...(tenant ? [tenant.quoted] : []), ...assignments.map(([{ quoted }]) => quoted)]
  const parameters = [
    ...(tenant ? [query.bind(checkScope(tenant.name))] : []),
    ...bindAll(query, assignments),
  ]
  const values =
    names.length === 0 && dialect.family !== "mysql"
      ? "DEFAULT VALUES"
      : `(${names.join(", ")}) VALUES (${parameters.join(", ")})`
  const insert = `INSERT INTO ${table.quoted} ${values}`
  const checkRow = (row: Row | null): Row => {
    if (row) return row
    throw unreadable()
  }
  if (dialect.returning.insert)
    return runStep(
      table,
      driver,
      toStep(`${insert} RETURNING ${selection(table.columns)}`, query),
      false,
      (result) => checkRow(firstRow(table)(result)),
    )
  const read = insertedRow(table, assignments)
  return runSteps(table, driver, [toStep(insert, query), read], (results) =>
    checkRow(lastRow(table)(results)),
  )
}

/** Reads the row that was inserted before, on engines without RETURNING: by its id, or by another unique field. */
function insertedRow(table: Table, assignments: readonly Assignment[]): Step {
  const query = newQuery(table.dialect)
  const idAssignment = assignments.find(([column, value]) => column === table.id && value !== null)
  const key = idAssignment ?? (table.id.wire.isInteger ? undefined : assignments.find(([{ isKey }]) => isKey))
  if (!key && !table.id.wire.isInteger) throw unreadable()
  const [column, value] = key ?? [table.id]
  const toParameter = () => (value === undefined ? "LAST_INSERT_ID()" : query.bind(value))
  return toStep(
    `SELECT ${selection(table.columns)} FROM ${table.quoted}${whereKey(table, query, toParameter, column)}`,
    query,
  )
}

const unreadable = (): MortiseError =>
  new MortiseError(
    "invalid",
    'This database does not return ids that it generates: let Better Auth generate them, or use generateId: "serial".',
  )

/** The new value of one column. */
type Change = { readonly column: Column; readonly value: Bound; readonly isAdded?: boolean }

/** Changes one row and returns it. */
export function update(
  table: Table,
  driver: Driver,
  where: readonly Condition[],
  data: Readonly<Row>,
  increment: Readonly<Record<string, number>> = {},
): Awaitable<Row | null> {
  const changes: Change[] = [
    ...toAssignments(table, data).map(([column, value]) => ({ column, value })),
    ...toAssignments(table, increment).map(([column, value]) => ({ column, value, isAdded: true })),
  ]
  if (changes.length === 0) return findOne(table, driver, { where, joins: [] })
  const query = newQuery(table.dialect)
  if (!table.dialect.returning.update) return updateInSteps(table, driver, where, changes)
  const text = `${updateText(table, query, changes)}${oneRow(table, where, query)} RETURNING ${selection(table.columns)}`
  return runStep(table, driver, toStep(text, query), false, firstRow(table))
}

function updateText(table: Table, query: Query, changes: readonly Change[]): string {
  const texts = changes.map(({ column, value, isAdded }) => {
    const { quoted } = column
    const parameter = bindNew(query, column, value)
    return `${quoted} = ${isAdded ? `COALESCE(${quoted}, 0) + ${parameter}` : parameter}`
  })
  return `UPDATE ${table.quoted} SET ${texts.join(", ")}`
}

/**
 * A clause for one of the rows that match. Where several can match, a subquery locks the row that it
 * chooses: PostgreSQL then skips a row that another caller deletes meanwhile, and chooses the next one.
 */
function oneRow(table: Table, where: readonly Condition[], query: Query): string {
  if (isOneRow(table, where)) return whereClause(table, where, query)
  const { quoted } = table.id
  const lock = table.dialect.family === "postgres" ? " FOR UPDATE" : ""
  return whereKey(
    table,
    query,
    () =>
      `(SELECT ${quoted} FROM ${table.quoted}${whereClause(table, where, query)}${newestFirst(table)} LIMIT 1${lock})`,
  )
}

// Of several codes, Better Auth compares a guess with the newest, and counts it by their identifier.
function newestFirst({ model, columns }: Table): string {
  const created = model === "verification" && columns.find(({ field }) => field === "createdAt")
  return created ? ` ORDER BY ${created.quoted} DESC` : ""
}

const isOneRow = (table: Table, where: readonly Condition[]): boolean =>
  where.some(
    (condition) =>
      isEqual(condition) &&
      condition.connector !== "OR" &&
      condition.value !== null &&
      table.column(condition.field)?.isKey,
  )

// A variable of the connection: it is null if no row matches.
const chosen = "@mortise_id"

function chooseRow(table: Table, where: readonly Condition[]): Step {
  const query = newQuery(table.dialect)
  const text = `(SELECT ${table.id.quoted} FROM ${table.quoted}${whereClause(table, where, query)}${newestFirst(table)} LIMIT 1 FOR UPDATE)`
  // MySQL takes the hint for UTC in a SELECT only.
  return toStep(query.isZoned ? `SELECT ${text} INTO ${chosen}` : `SET ${chosen} = ${text}`, query)
}

const toChosen = () => chosen

const readChosen = (table: Table, toId = toChosen, query = newQuery(table.dialect)): Step =>
  toStep(
    `SELECT ${selection(table.columns)} FROM ${table.quoted}${whereKey(table, query, toId)} FOR UPDATE`,
    query,
  )

/** Without RETURNING: chooses and locks a row, changes it, and reads it. */
function updateInSteps(
  table: Table,
  driver: Driver,
  where: readonly Condition[],
  changes: readonly Change[],
): Awaitable<Row | null> {
  const query = newQuery(table.dialect)
  const text = `${updateText(table, query, changes)}${whereKey(table, query, toChosen)}`
  const newId = changes.find(({ column }) => column === table.id)
  const after = newQuery(table.dialect)
  const read = newId ? readChosen(table, () => after.bind(newId.value), after) : readChosen(table)
  return runSteps(table, driver, [chooseRow(table, where), toStep(text, query), read], lastRow(table))
}

/** Changes all rows that match, and returns their number. */
export function updateMany(
  table: Table,
  driver: Driver,
  where: readonly Condition[],
  data: Readonly<Row>,
): Awaitable<number> {
  const query = newQuery(table.dialect)
  const changes = toAssignments(table, data).map(([column, value]) => ({ column, value }))
  if (changes.length === 0) return 0
  const text = `${updateText(table, query, changes)}${whereClause(table, where, query)}`
  return runStep(table, driver, toStep(text, query), false, ({ count }) => count)
}

/** Deletes all rows that match, and returns their number. */
export function deleteMany(table: Table, driver: Driver, where: readonly Condition[]): Awaitable<number> {
  const query = newQuery(table.dialect)
  const step = toStep(`DELETE FROM ${table.quoted}${whereClause(table, where, query)}`, query)
  return runStep(table, driver, step, false, ({ count }) => count)
}

/** Deletes one of the rows that match, and returns it to this caller only. */
export function consumeOne(table: Table, driver: Driver, where: readonly Condition[]): Awaitable<Row | null> {
  const { dialect } = table
  const query = newQuery(dialect)
  if (!dialect.returning.delete) {
    const removing = newQuery(dialect)
    const remove = toStep(`DELETE FROM ${table.quoted}${whereKey(table, removing, toChosen)}`, removing)
    return runSteps(table, driver, [chooseRow(table, where), readChosen(table), remove], ([, read]) =>
      read ? firstRow(table)(read) : null,
    )
  }
  const conditions =
    dialect.family === "mysql"
      ? `${whereClause(table, where, query)}${newestFirst(table)} LIMIT 1`
      : oneRow(table, where, query)
  const text = `DELETE FROM ${table.quoted}${conditions} RETURNING ${selection(table.columns)}`
  return runStep(table, driver, toStep(text, query), false, firstRow(table))
}
