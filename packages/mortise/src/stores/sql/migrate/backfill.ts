import { throwInvalid } from "../../../contract/throw-invalid.ts"
import type { Bound, Step } from "../../../sql/driver.ts"
import { statement } from "../../../sql/statement.ts"
import { toStorage } from "../../../sql/storage.ts"
import type { ColumnSpec } from "../../../sql/tables/table-spec.ts"
import { afterKey, afterKeyValues } from "../compile/after-key.ts"
import type { ModelTable } from "../compile/tables.ts"
import type { Migration } from "./migration.ts"

const [rowsPerPage, rowsPerTransaction] = [1000, 200]

/** Sets the column of one row, unless it has a value by now. */
export function backfillText(
  { table, primaryKey }: ModelTable,
  { column, field }: ColumnSpec,
  migration: Migration,
): string {
  const { quote, quoteTable, parameter } = migration.dialect
  const key = primaryKey.map((name, at) => `${quote(name)} = ${parameter(at + 2)}`)
  const where = [...key, `${quote(column)} IS NULL`].join(" AND ")
  return `UPDATE ${quoteTable(table)} SET ${quote(column)} = ${parameter(1, toStorage(field))} WHERE ${where}`
}

/** Fills a column row by row, in short transactions. It can be interrupted, and two processes can do it concurrently. */
export async function backfillColumn(
  spec: ModelTable,
  column: ColumnSpec,
  migration: Migration,
): Promise<void> {
  const update = statement(backfillText(spec, column, migration))
  let filled = 0
  let after: readonly Bound[] | undefined
  do {
    const rows = await readPage(spec, column, after, migration)
    const empty = rows.filter((row) => Number(row.at(-1)) === 1)
    for (let from = 0; from < empty.length; from += rowsPerTransaction) {
      const some = empty.slice(from, from + rowsPerTransaction)
      await migration.apply(
        some.map((row): Step => [update, [valueFor(spec, column, migration), ...toKey(row)]]),
      )
      filled += some.length
      migration.onProgress({ what: "defaults", rows: filled })
    }
    after = rows.length === rowsPerPage ? toKey(rows.at(-1) ?? []) : undefined
  } while (after)
}

/** The row without the member that says whether the column is empty. */
const toKey = (row: readonly unknown[]): readonly Bound[] => row.slice(0, -1) as Bound[]

/**
 * Keys in their order, each with 1 if the column is empty. No condition asks for empty rows: where the planner expects
 * few of them, as PostgreSQL does in a new column, it would sort the rest of the table for each page.
 */
function readPage(
  { table, primaryKey }: ModelTable,
  { column }: ColumnSpec,
  after: readonly Bound[] | undefined,
  { ask, dialect }: Migration,
): Promise<readonly (readonly unknown[])[]> {
  const { quote, quoteTable, parameter } = dialect
  const key = primaryKey.map(quote)
  const names = key.join(", ")
  let position = 0
  const rest = after ? ` WHERE ${afterKey(dialect, key, () => parameter(++position))}` : ""
  const isEmpty = `CASE WHEN ${quote(column)} IS NULL THEN 1 ELSE 0 END`
  const text = `SELECT ${names}, ${isEmpty} FROM ${quoteTable(table)}${rest} ORDER BY ${names} LIMIT ${rowsPerPage}`
  return ask(text, afterKeyValues(dialect, after ?? []))
}

function valueFor({ model }: ModelTable, { field }: ColumnSpec, { dialect }: Migration): Bound {
  const value = typeof field.default === "function" ? field.default() : undefined
  if (value !== undefined && value !== null) return dialect.encode(toStorage(field), value)
  const message = `migrate: the default of ${model.name}.${field.name} returned no value. Make it return a ${field.kind}.`
  throwInvalid(message, { model: model.name, fields: [field.name] })
}
