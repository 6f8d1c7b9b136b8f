import { MortiseError } from "../../../contract/errors.ts"
import { afterKey, afterKeyValues } from "../compile/after-key.ts"
import { statement } from "../compile/statement.ts"
import type { ColumnSpec, TableSpec } from "../compile/tables.ts"
import type { Bound, Step } from "../driver.ts"
import { storageOf } from "../storage.ts"
import type { Migration } from "./migration.ts"

const rowsPerTransaction = 200

/** Sets the column of one row, unless it has a value by now. */
export function backfillText(
  { table, primaryKey }: TableSpec,
  { column, field }: ColumnSpec,
  migration: Migration,
): string {
  const { quote, quoteTable, parameter } = migration.dialect
  const key = primaryKey.map((name, at) => `${quote(name)} = ${parameter(at + 2)}`)
  const where = [...key, `${quote(column)} IS NULL`].join(" AND ")
  return `UPDATE ${quoteTable(table)} SET ${quote(column)} = ${parameter(1, storageOf(field))} WHERE ${where}`
}

/** Fills a column row by row, in short transactions. It can be interrupted, and two processes can do it concurrently. */
export async function backfillColumn(
  spec: TableSpec,
  column: ColumnSpec,
  migration: Migration,
): Promise<void> {
  const update = statement(backfillText(spec, column, migration))
  let filled = 0
  let after: readonly unknown[] | undefined
  do {
    const rows = await emptyRows(spec, column, after, migration)
    const steps = rows.map((key): Step => [update, [valueFor(column, migration), ...(key as Bound[])]])
    if (steps.length > 0) await migration.apply(steps)
    filled += steps.length
    migration.onProgress({ what: "defaults", rows: filled })
    after = rows.at(-1)
  } while (after)
}

function emptyRows(
  { table, primaryKey }: TableSpec,
  { column }: ColumnSpec,
  after: readonly unknown[] | undefined,
  { ask, dialect }: Migration,
): Promise<readonly (readonly unknown[])[]> {
  const { quote, quoteTable, parameter } = dialect
  const key = primaryKey.map(quote)
  const names = key.join(", ")
  let nth = 0
  const rest = after ? ` AND ${afterKey(dialect, key, () => parameter(++nth))}` : ""
  const text = `SELECT ${names} FROM ${quoteTable(table)} WHERE ${quote(column)} IS NULL${rest} ORDER BY ${names} LIMIT ${rowsPerTransaction}`
  return ask(text, afterKeyValues(dialect, (after ?? []) as readonly Bound[]))
}

function valueFor({ field }: ColumnSpec, { dialect }: Migration): Bound {
  const value = typeof field.default === "function" ? field.default() : undefined
  if (value !== undefined && value !== null) return dialect.encode(storageOf(field), value)
  const message = `migrate: the default of ${field.model}.${field.name} returned no value. Make it return a ${field.kind}.`
  throw new MortiseError("invalid", message, { model: field.model, fields: [field.name] })
}
