import { constantDefault } from "../../../compile/column-definition.ts"
import { foreignKeyText } from "../../../compile/create-table.ts"
import type { ColumnSpec, TableSpec } from "../../../compile/tables.ts"
import type { Drift } from "../../../migrate/drift.ts"
import { mysqlDialect } from "../dialect.ts"
import { literal } from "./literal.ts"

const { quote } = mysqlDialect

export function repair(spec: TableSpec, drift: Drift): readonly string[] {
  const table = `ALTER TABLE ${quote(spec.table)}`
  switch (drift.code) {
    case "missing_cascade":
      return [
        `${table} DROP FOREIGN KEY ${quote(drift.found.name)}`,
        `${table} ADD ${foreignKeyText(spec.table, drift.foreignKey, mysqlDialect)}`,
      ]
    case "unfilled_column":
      return [`${table} MODIFY ${quote(drift.found.name)} ${drift.found.type} NULL`]
    case "missing_table":
    case "missing_column":
    case "missing_key":
    case "missing_index":
    case "missing_foreign_key":
    case "unfilled_rows":
      return []
    default: {
      const { column, type, notNull } = drift.column
      const modify = `${table} MODIFY ${quote(column)} ${type}${notNull ? " NOT NULL" : ""}`
      return [...backfillStatements(spec, drift.column), modify]
    }
  }
}

function backfillStatements({ table }: TableSpec, column: ColumnSpec): string[] {
  const value = constantDefault(column)
  if (value === undefined) return []
  const written = literal(mysqlDialect.encode(column.field.kind, value))
  return [
    `UPDATE ${quote(table)} SET ${quote(column.column)} = ${written} WHERE ${quote(column.column)} IS NULL`,
  ]
}
