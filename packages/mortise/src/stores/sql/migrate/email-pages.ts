import type { Bound } from "../../../sql/driver.ts"
import type { ColumnSpec } from "../../../sql/tables/table-spec.ts"
import type { ModelTable } from "../compile/tables.ts"
import type { Migration } from "./migration.ts"

const rowsPerPage = 10_000

/**
 * Reads the stored emails of all users that meet a condition, a page of users at a time. Returns the number of users, up
 * to a page. `before` is how many were read earlier, for the progress.
 */
export async function readEmailPages(
  { ask, dialect, onProgress }: Migration,
  spec: ModelTable,
  email: ColumnSpec,
  condition: readonly string[],
  before: number,
  onEmail: (stored: string) => void,
): Promise<number> {
  const [id = ""] = spec.primaryKey.map(dialect.quote)
  const table = dialect.quoteTable(spec.table)
  let [read, after]: [number, unknown] = [before, undefined]
  do {
    // The last id of the page is found in the key alone, so that each page takes the same short time.
    const page = after === undefined ? "" : ` WHERE ${id} > ${dialect.parameter(1)}`
    const from = after === undefined ? [] : [after as Bound]
    const end = `SELECT ${id} FROM ${table}${page} ORDER BY ${id} LIMIT 1 OFFSET ${rowsPerPage - 1}`
    const last: unknown = (await ask(end, from))[0]?.[0]
    const to = last === undefined ? [] : [last as Bound]
    const column = dialect.quote(email.column)
    const range = [
      `${column} IS NOT NULL`,
      ...condition,
      ...from.map(() => `${id} > ${dialect.parameter(1)}`),
      ...to.map(() => `${id} <= ${dialect.parameter(from.length + 1)}`),
    ]
    const rows = await ask(`SELECT ${column} FROM ${table} WHERE ${range.join(" AND ")}`, [...from, ...to])
    for (const [stored] of rows) onEmail(String(dialect.decode("text", stored)))
    after = last
    read += rowsPerPage
    if (after !== undefined) onProgress({ what: "emails", rows: read })
  } while (after !== undefined)
  return read
}
