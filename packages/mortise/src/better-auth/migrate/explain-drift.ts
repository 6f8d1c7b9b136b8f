import type { AuthTable } from "../schema/auth-table.ts"
import type { AuthDrift } from "../schema/compare-tables.ts"

/** What differs, and what it means for the application. */
export function explainDrift({ table, model }: AuthTable, drift: AuthDrift): string {
  switch (drift.code) {
    case "missing_table":
      return `The table ${table} does not exist: every call that needs ${model} fails.`
    case "missing_column":
      return `The column ${table}.${drift.column.column} does not exist: calls that read or write it fail.`
    case "missing_key":
      return `${table} has no unique key on ${drift.columns.join(" and ")}: ${duplicateHarm(model)}.`
    case "missing_index":
      return `${table} has no index on ${drift.columns.join(" and ")}: lookups by it read the whole table.`
    case "missing_foreign_key":
      return `${table}.${drift.foreignKey.column} has no foreign key to ${drift.foreignKey.table}: rows can outlive what they belong to.`
    case "missing_cascade":
      return `The foreign key of ${table}.${drift.foreignKey.column} does not cascade: the database refuses to delete a row of ${drift.foreignKey.table} that is referred to.`
    case "nullable_column":
      return `${table}.${drift.column.column} allows null, although Better Auth requires a value.`
    case "folding_collation":
      return `${table}.${drift.column.column} has a collation that treats different texts as equal: one person's row can be found by another person's value.`
    case "unfilled_column":
      return `${table}.${drift.existing.name} is NOT NULL without a default, and Better Auth does not know it: no row can be inserted into ${table}.`
    default:
      return `${table}.${drift.fault.why}`
  }
}

const duplicateHarm = (model: string): string =>
  model === "account"
    ? "two concurrent sign-ins can link the same account twice, and then every sign-in with it fails"
    : "concurrent requests can store the same value twice"

/** What a required column lacks, and what to do about it. */
export function explainGap(
  drift: AuthDrift,
  { rows, statements }: { readonly rows: number; readonly statements: readonly string[] },
  why: string,
): string {
  const count = rows === 1 ? "1 row has" : `${rows} rows have`
  if (drift.code === "missing_column")
    return `${why} ${count} no value for it, so it is added without NOT NULL. Fix: run migrate.`
  const lack = rows === 0 ? "Every row has a value." : `${count} no value.`
  return statements.length === 0
    ? `${why} ${lack} migrate leaves it so on SQLite, and with a default on MySQL.`
    : `${why} ${lack} Fix: when no older process inserts rows any more, run migrate with contract.`
}

/** Why rows prevent a change, and what to do about them. */
export function explainRows(drift: AuthDrift, rows: number): string {
  const count = rows === 1 ? "1 row" : `${rows} rows`
  switch (drift.code) {
    case "missing_key":
      return `${count} must be removed first, because the same value is stored more than once. Fix: delete or change them, then run migrate.`
    case "missing_foreign_key":
      return `${count} refer to a row that does not exist. Fix: delete them, then run migrate.`
    default:
      return `${count} hold a value that is too long for a key. Fix: shorten or delete it, then run migrate.`
  }
}
