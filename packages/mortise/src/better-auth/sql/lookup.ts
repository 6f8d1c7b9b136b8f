/**
 * Lookups of one row by a unique field: a session by its token, a user by its id. Under load, they share statements. A
 * call never joins a statement that was sent before it, so it cannot return a row that was deleted before the call.
 */
import type { Awaitable } from "../../shared/awaitable.ts"
import { perClient } from "../../shared/per-client.ts"
import type { BatchLookups } from "../../sql/batching/batch-lookups.ts"
import type { Bound, Driver } from "../../sql/driver.ts"
import { statement } from "../../sql/statement.ts"
import type { Column } from "../columns.ts"
import { compiledOnce, type Table } from "../tables.ts"
import { isAscii } from "./case-forms.ts"
import { joinColumns, leftJoins } from "./joins.ts"
import { newQuery, type Row, runStep, selection } from "./query.ts"
import { decodeRow, type Find, selectedColumns } from "./read.ts"
import { buildConditions, checkScope, isEqual } from "./where.ts"

/** Runs a request, which may be a batch, within a deadline of its own. */
export type Request = <T>(work: (driver: Driver) => Awaitable<T>) => Awaitable<T>

/** How a client runs lookups in batches. */
export type Batches = {
  readonly request: Request
  readonly batchLookups: BatchLookups
}

export type Lookup = {
  findRow(driver: Driver, value: Bound, tenant: string | undefined): Awaitable<Row | null>
  /** Looks up one value, with others of the same client and tenant. */
  findInBatch(batches: Batches, value: Bound, tenant: string | undefined): Awaitable<Row | null>
}

/** The lookup that a call of `findOne` is, with its value; undefined if it is none. */
export function lookupFor(table: Table, find: Find): readonly [Lookup, Bound | undefined] | undefined {
  const condition = find.where?.[0]
  if (!condition || find.where?.length !== 1 || !isEqual(condition)) return undefined
  const column = table.column(condition.field)
  if (!column || !isLookedUp(table, column) || find.joins.some(({ isMany }) => isMany)) return undefined
  const { value } = condition
  if (typeof value !== "string" && typeof value !== "number") return undefined
  const signature = `lookup ${column.column} ${find.select?.join() ?? ""} ${find.joins.map(({ key }) => key).join()}`
  return [compiledOnce(table, signature, () => createLookup(table, column, find)), column.comparable(value)]
}

const isLookedUp = (table: Table, { isUnique, field, wire }: Column): boolean =>
  (isUnique || field === table.id.field) && (wire.isText || wire.isInteger || wire.member === "uuid") === true

/** The lookup for all tenants: of `table`, it takes no value. */
function createLookup(table: Table, column: Column, { select, joins }: Find): Lookup {
  const { dialect } = table
  const { wire } = column
  const selected = selectedColumns(table, select)
  // A batch recognizes its rows by the column.
  const columns = selected.includes(column) ? selected : [...selected, column]
  const at = columns.indexOf(column)
  const name = `p.${column.quoted}`
  const text = `SELECT ${selection(columns, 0, "p.")}${joinColumns(joins, columns.length)} FROM ${table.quoted} p${leftJoins(joins)}`
  const conditions = buildConditions(
    table,
    [{ field: column.column, value: sample(column) }],
    newQuery(dialect),
    "p.",
  )
  const single = statement(`${text} WHERE ${conditions} LIMIT 1`, true)
  const toScope = (tenant: string | undefined) => (table.tenant ? [checkScope(tenant)] : [])

  const findRow = (driver: Driver, value: Bound, tenant: string | undefined): Awaitable<Row | null> => {
    const parameters = [...toScope(tenant), ...(wire.exact ? [value, value] : [value])]
    return runStep(table, driver, [single, parameters], true, ({ rows }) =>
      rows[0] ? decodeRow(columns, joins, rows[0]) : null,
    )
  }

  const findRows = (driver: Driver, values: readonly string[], tenant: string | undefined) => {
    const bound = dialect.whereInValues(values)
    const isInScope = table.tenant
      ? ` AND p.${table.tenant.quoted} = ${dialect.parameter(bound.length + 1)}`
      : ""
    const several = statement(
      wire.member
        ? inArray(text, wire.compareColumn?.(name) ?? name, wire.member, isInScope)
        : dialect.whereIn({ select: text, table: `${table.quoted} p`, column: name }, bound.length) +
            isInScope,
    )
    return runStep(table, driver, [several, [...bound, ...toScope(tenant)]], true, ({ rows }) => rows)
  }

  const getBatches = perClient((_: Batches) => new Map<string | undefined, FindInBatch>())
  const openBatch = ({ request, batchLookups }: Batches, tenant: string | undefined): FindInBatch =>
    batchLookups<Row | null>({
      findOne: (value) => request((timed) => findRow(timed, value, tenant)),
      findMany: (values) => request((timed) => findRows(timed, values, tenant)),
      readValue: (row) => String(column.decode(row[at])),
      decode: (row) => (row ? decodeRow(columns, joins, row) : null),
    })
  return {
    findRow,
    findInBatch(batches, value, tenant) {
      // The server can refuse a comparison with a character that the column's encoding lacks: others must not fail too.
      if (!isAscii.test(String(value))) return batches.request((timed) => findRow(timed, value, tenant))
      const opened = getBatches(batches)
      const find = opened.get(tenant) ?? openBatch(batches, tenant)
      if (opened.size >= mostTenants) opened.clear()
      opened.set(tenant, find)
      return find(String(value))
    },
  }
}

type FindInBatch = (value: string) => Awaitable<Row | null>

// Each tenant has batches of its own. Those that still wait are finished after they were forgotten.
const mostTenants = 1000

/**
 * Looks up the members of a PostgreSQL array, with their type in the text: clients remember a statement's types under
 * its text. The appended subquery returns no value and hides the array's length from the planner.
 */
const inArray = (select: string, name: string, member: string, isInScope: string): string =>
  `SELECT found.* FROM pg_catalog.unnest(pg_catalog.array_append($1::text::${member}[], (SELECT NULL::${member} LIMIT 0))) wanted(value), LATERAL (${select} WHERE ${name} = wanted.value${isInScope} LIMIT 1) found`

/** A value that the column can be compared with, to compile a condition. */
const sample = ({ wire }: Column): string =>
  wire.to("string", "0") === undefined ? "00000000-0000-0000-0000-000000000000" : "0"
