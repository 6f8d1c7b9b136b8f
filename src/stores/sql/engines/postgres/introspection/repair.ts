import { constantDefault } from "../../../compile/column-definition.ts"
import { foreignKeyText } from "../../../compile/create-table.ts"
import type { ColumnSpec, TableSpec } from "../../../compile/tables.ts"
import type { Drift } from "../../../migrate/drift.ts"
import { postgresDialect } from "../dialect.ts"
import { literal } from "./literal.ts"

const { quote } = postgresDialect

export function repair(spec: TableSpec, drift: Drift): readonly string[] {
  const table = `ALTER TABLE ${quote(spec.table)}`
  const on = (name: string) => `${table} ALTER COLUMN ${quote(name)}`
  switch (drift.code) {
    case "missing_cascade":
      return [
        `${table} DROP CONSTRAINT ${quote(drift.found.name)}, ADD ${foreignKeyText(spec.table, drift.foreignKey, postgresDialect)}`,
      ]
    case "unfilled_column":
      return [`${on(drift.found.name)} DROP NOT NULL`]
    case "nullable_column":
      return [...backfillStatements(spec, drift.column), `${on(drift.column.column)} SET NOT NULL`]
    case "folding_collation":
    case "wrong_type":
    case "missing_time_zone":
    case "small_number":
    case "short_column":
      return changeType(on(drift.column.column), drift.column, drift.code)
    default:
      return []
  }
}

function backfillStatements({ table }: TableSpec, column: ColumnSpec): string[] {
  const value = constantDefault(column)
  if (value === undefined) return []
  const written = literal(postgresDialect.encode(column.field.kind, value))
  return [
    `UPDATE ${quote(table)} SET ${quote(column.column)} = ${written} WHERE ${quote(column.column)} IS NULL`,
  ]
}

function changeType(alter: string, { column, type }: ColumnSpec, code: Drift["code"]): string[] {
  const [bare = ""] = type.split(" GENERATED ")
  // Most programs store UTC in a column without a time zone.
  const value =
    code === "missing_time_zone"
      ? `${quote(column)} AT TIME ZONE 'UTC'`
      : `${quote(column)}::${bare.replace(/ COLLATE .*/, "")}`
  const retyped = `${alter} TYPE ${bare} USING ${value}`
  return bare === type ? [retyped] : [retyped, `${alter} ADD ${type.slice(bare.length + 1)}`]
}
