import type { ForeignKey, TableSpec } from "../compile/tables.ts"
import type { Ask } from "../introspection/introspection.ts"
import type { Migration } from "./migration.ts"

type Counted = Pick<TableSpec, "table">
type Asking = Pick<Migration, "ask" | "dialect"> & {
  /** A table's name in a statement, if it can have a schema. Default: the name in quotes. */
  quoteTable?(table: string): string
}

const quoted = ({ dialect, quoteTable = dialect.quote }: Asking, table: string): string => quoteTable(table)

export const countRows = ({ table }: Counted, asking: Asking): Promise<number> =>
  count(asking.ask, `SELECT COUNT(*) FROM ${quoted(asking, table)}`)

export const countEmpty = ({ table }: Counted, column: string, { ask, dialect }: Asking): Promise<number> =>
  count(ask, `SELECT COUNT(*) FROM ${dialect.quote(table)} WHERE ${dialect.quote(column)} IS NULL`)

/** How many rows must be deleted before the columns are unique. */
export function countSurplus(
  { table }: Counted,
  columns: readonly string[],
  asking: Asking,
): Promise<number> {
  const names = columns.map(asking.dialect.quote)
  const given = names.map((name) => `${name} IS NOT NULL`).join(" AND ")
  const groups = `SELECT COUNT(*) AS n FROM ${quoted(asking, table)} WHERE ${given} GROUP BY ${names.join(", ")} HAVING COUNT(*) > 1`
  return count(asking.ask, `SELECT COALESCE(SUM(n - 1), 0) FROM (${groups}) AS taken`)
}

/** How many rows must be deleted before the column is unique without regard to case. */
export function countFoldedDuplicates(
  { table }: Counted,
  column: string,
  { ask, dialect: { quote, lower } }: Asking,
): Promise<number> {
  const folded = lower(quote(column))
  const groups = `SELECT COUNT(*) AS n FROM ${quote(table)} WHERE ${quote(column)} IS NOT NULL GROUP BY ${folded} HAVING COUNT(*) > 1`
  return count(ask, `SELECT COALESCE(SUM(n - 1), 0) FROM (${groups}) AS taken`)
}

/** How many rows have an owner that does not exist. */
export function countOrphans(
  { table }: Counted,
  { column, table: owners, references }: ForeignKey,
  asking: Asking,
): Promise<number> {
  const { quote } = asking.dialect
  const owner = `SELECT 1 FROM ${quoted(asking, owners)} o WHERE o.${quote(references)} = r.${quote(column)}`
  return count(
    asking.ask,
    `SELECT COUNT(*) FROM ${quoted(asking, table)} r WHERE r.${quote(column)} IS NOT NULL AND NOT EXISTS (${owner})`,
  )
}

const count = async (ask: Ask, text: string): Promise<number> => Number((await ask(text))[0]?.[0])
