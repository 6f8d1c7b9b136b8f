import { type ColumnChecks, compareTable } from "../../sql/introspection/compare-table.ts"
import type { TableDrift } from "../../sql/introspection/drift.ts"
import type { FoundTable } from "../../sql/introspection/found-table.ts"
import type { Introspection } from "../../sql/introspection/introspection.ts"
import type { AuthColumn, AuthForeignKey, AuthTable } from "./auth-table.ts"

/** One difference between a table that Better Auth needs and the table in the database. */
export type AuthDrift = Exclude<TableDrift<AuthColumn, AuthForeignKey>, { readonly code: "unfilled_rows" }>

/** Finds what is wrong with the type of an existing column. */
export type CheckColumn = ColumnChecks<AuthColumn>["checkColumn"]

/** The differences between a table that Better Auth needs and the table in the database. */
export function compareAuthTable(
  { columns, primaryKey, indexes, foreignKeys }: AuthTable,
  existing: FoundTable | undefined,
  { foldName }: Pick<Introspection, "foldName">,
  checkColumn: CheckColumn,
): readonly AuthDrift[] {
  const columnsOfIndexes = (isUnique: boolean) =>
    indexes.filter((index) => index.isUnique === isUnique).map((index) => index.columns)
  const drifts = compareTable<AuthColumn, AuthForeignKey>(
    { columns, foreignKeys, keys: [primaryKey, ...columnsOfIndexes(true)], indexes: columnsOfIndexes(false) },
    existing,
    { foldName, checkColumn },
  )
  const needed = drifts.filter(isForBetterAuth)
  // A foreign key refers to a key, so keys come first.
  return [
    ...needed.filter((drift) => !("foreignKey" in drift)),
    ...needed.filter((drift) => "foreignKey" in drift),
  ]
}

/** SQLite reports the primary key of another program as nullable. Nothing is filled in for existing rows. */
const isForBetterAuth = (drift: TableDrift<AuthColumn, AuthForeignKey>): drift is AuthDrift =>
  drift.code !== "unfilled_rows" && (drift.code !== "nullable_column" || drift.column.field !== "id")
