import { statement } from "../../sql/statement.ts"
import type { DatabaseSource } from "../database-source.ts"
import { newQuery, runStep, toStep } from "../sql/query.ts"
import { findMany } from "../sql/read.ts"
import { type Condition, whereClause } from "../sql/where.ts"
import { updateMany } from "../sql/write.ts"
import { getTables, ofTenant, type Table } from "../tables.ts"
import type { BetterAuthRow, FillRule } from "./fill-rules.ts"
import { readSpecs } from "./read-specs.ts"

/** A column that is filled, by the names of its model and its field. */
export type Fill = { readonly model: string; readonly field: string; readonly rule: FillRule }

const rowsPerPage = 1000

/**
 * Gives the rows that have no value in a column one, page by page. It never changes a value, so that it can be
 * interrupted, repeated, and done by several processes. No condition asks for empty rows, as in `backfillColumn`.
 */
export async function fillColumn(
  source: DatabaseSource,
  options: object,
  fill: Fill,
  onRows: (rows: number) => void,
): Promise<void> {
  const table = await openTable(source, options, fill.model)
  const tenants = table.tenant ? await listTenants(table, source) : [undefined]
  let filled = 0
  for (const tenant of tenants)
    await fillRows(source, ofTenant(table, tenant), fill, (rows) => {
      filled += rows
      onRows(filled)
    })
}

async function listTenants(
  { quoted, tenant, dialect }: Table,
  { client }: DatabaseSource,
): Promise<string[]> {
  const { rows } = await client.driver.run(statement(`SELECT DISTINCT ${tenant?.quoted} FROM ${quoted}`), [])
  return rows.map(([name]) => String(dialect.decode("text", name)))
}

async function fillRows(
  source: DatabaseSource,
  table: Table,
  { field, rule }: Fill,
  onRows: (rows: number) => void,
): Promise<void> {
  const { driver } = source.client
  const name = table.field(field)?.column ?? field
  let after: unknown
  do {
    const where = after === undefined ? [] : [{ field: table.id.column, operator: "gt", value: after }]
    const sortBy = { field: table.id.column, direction: "asc" } as const
    const rows = await findMany(table, driver, { where, joins: [], limit: rowsPerPage, sortBy })
    const empty = rows.filter((row) => row[name] === null)
    for (const [value, ids] of await groupByValue(table, empty, rule)) {
      const isEmpty = [
        { field: table.id.column, operator: "in", value: ids },
        { field: name, value: null },
      ]
      onRows(
        isSql(rule)
          ? await setExpression(table, source, name, rule.sql, isEmpty)
          : await updateMany(table, driver, isEmpty, { [name]: value }),
      )
    }
    after = rows.length === rowsPerPage ? rows.at(-1)?.[table.id.column] : undefined
  } while (after !== undefined)
}

const isSql = (rule: FillRule): rule is { readonly sql: string } => typeof rule === "object" && "sql" in rule

/** The ids of the rows that get the same value. A rule is asked once per row. */
async function groupByValue(
  table: Table,
  rows: readonly BetterAuthRow[],
  rule: FillRule,
): Promise<Iterable<[value: unknown, ids: unknown[]]>> {
  const groups = new Map<string, [value: unknown, ids: unknown[]]>()
  for (const row of rows) {
    const byField = Object.fromEntries(table.columns.map(({ field, column }) => [field, row[column]]))
    const value = typeof rule === "function" ? await rule(byField) : rule
    if (value === undefined || value === null) continue
    const key = JSON.stringify(value)
    const group = groups.get(key) ?? [value, []]
    group[1].push(row[table.id.column])
    groups.set(key, group)
  }
  return groups.values()
}

function setExpression(
  table: Table,
  { client: { driver } }: DatabaseSource,
  name: string,
  expression: string,
  where: readonly Condition[],
) {
  const query = newQuery(table.dialect)
  const text = `UPDATE ${table.quoted} SET ${table.column(name)?.quoted} = (${expression})${whereClause(table, where, query)}`
  return runStep(table, driver, toStep(text, query), false, ({ count }) => count)
}

/** A model's table, below the layers and transforms of an adapter, which would change the time of the last update. */
async function openTable(source: DatabaseSource, options: object, model: string): Promise<Table> {
  const tables = getTables(source.client, readSpecs(source, options))
  tables.forget()
  return tables.getTable(model, source.client.driver)
}
