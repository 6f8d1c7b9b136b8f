import type { Dialect } from "../dialect.ts"
import type { NeededReference, TableSpec } from "../tables/table-spec.ts"
import type { Ask, Introspection } from "./introspection.ts"

type Counted = Pick<TableSpec, "table">
type Asking = { readonly ask: Ask; readonly dialect: Dialect }

export const countRows = ({ table }: Counted, { ask, dialect }: Asking): Promise<number> =>
  count(ask, `SELECT COUNT(*) FROM ${dialect.quoteTable(table)}`)

/** How many rows a table has, at most `limit`; null if it does not exist. */
export async function countUpTo(
  { table }: Counted,
  limit: number | undefined,
  { ask, dialect, introspection }: Asking & { readonly introspection: Introspection },
): Promise<number | null> {
  const existing = await introspection.readTables(ask, [table])
  if (existing.length === 0) return null
  const some = `SELECT 1 AS one FROM ${dialect.quoteTable(table)}${limit === undefined ? "" : ` LIMIT ${limit}`}`
  return count(ask, `SELECT COUNT(*) FROM (${some}) AS some_rows`)
}

export const countEmpty = ({ table }: Counted, column: string, { ask, dialect }: Asking): Promise<number> =>
  count(ask, `SELECT COUNT(*) FROM ${dialect.quoteTable(table)} WHERE ${dialect.quote(column)} IS NULL`)

/** How many rows must be deleted before the columns are unique. */
export function countSurplus(
  { table }: Counted,
  columns: readonly string[],
  { ask, dialect }: Asking,
): Promise<number> {
  const names = columns.map(dialect.quote)
  const condition = names.map((name) => `${name} IS NOT NULL`).join(" AND ")
  const groups = `SELECT COUNT(*) AS n FROM ${dialect.quoteTable(table)} WHERE ${condition} GROUP BY ${names.join(", ")} HAVING COUNT(*) > 1`
  return count(ask, `SELECT COALESCE(SUM(n - 1), 0) FROM (${groups}) AS taken`)
}

/** How many rows must be deleted before the column is unique without regard to case. */
export function countFoldedDuplicates(
  { table }: Counted,
  column: string,
  { ask, dialect: { quote, quoteTable, lower } }: Asking,
): Promise<number> {
  const folded = lower(quote(column))
  const groups = `SELECT COUNT(*) AS n FROM ${quoteTable(table)} WHERE ${quote(column)} IS NOT NULL GROUP BY ${folded} HAVING COUNT(*) > 1`
  return count(ask, `SELECT COALESCE(SUM(n - 1), 0) FROM (${groups}) AS taken`)
}

/** How many rows have an owner that does not exist. */
export function countOrphans(
  { table }: Counted,
  { tenant, column, table: owners, references }: NeededReference,
  { ask, dialect: { quote, quoteTable } }: Asking,
): Promise<number> {
  const sameTenant = tenant ? `o.${quote(tenant)} = r.${quote(tenant)} AND ` : ""
  const owner = `SELECT 1 FROM ${quoteTable(owners)} o WHERE ${sameTenant}o.${quote(references)} = r.${quote(column)}`
  return count(
    ask,
    `SELECT COUNT(*) FROM ${quoteTable(table)} r WHERE r.${quote(column)} IS NOT NULL AND NOT EXISTS (${owner})`,
  )
}

const count = async (ask: Ask, text: string): Promise<number> => Number((await ask(text))[0]?.[0])
