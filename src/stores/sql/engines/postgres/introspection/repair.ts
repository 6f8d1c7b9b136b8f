import { constantDefault } from "../../../compile/column-definition.ts"
import { foreignKeyText } from "../../../compile/create-table.ts"
import type { ColumnSpec, TableSpec } from "../../../compile/tables.ts"
import type { Drift } from "../../../migrate/drift.ts"
import type { FoundColumn } from "../../../migrate/found-table.ts"
import { storageOf } from "../../../storage.ts"
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
      return changeType(on(drift.column.column), drift.column, drift.found)
    default:
      return []
  }
}

function backfillStatements({ table }: TableSpec, column: ColumnSpec): string[] {
  const value = constantDefault(column)
  if (value === undefined) return []
  const written = literal(postgresDialect.encode(storageOf(column.field), value))
  return [
    `UPDATE ${quote(table)} SET ${quote(column.column)} = ${written} WHERE ${quote(column.column)} IS NULL`,
  ]
}

function changeType(alter: string, { column, type, field }: ColumnSpec, found: FoundColumn): string[] {
  const [bare = ""] = type.split(" GENERATED ")
  // To add or to remove a time zone, the stored dates are taken for UTC, whatever the zone of the connection.
  const before = field.kind === "date" ? hasZone(found.type) : undefined
  const changesZone = before !== undefined && before !== hasZone(type)
  const value = changesZone
    ? `${quote(column)} AT TIME ZONE 'UTC'`
    : `${quote(column)}::${bare.replace(/ COLLATE .*/, "")}`
  const retyped = `${alter} TYPE ${bare} USING ${value}`
  return bare === type ? [retyped] : [retyped, `${alter} ADD ${type.slice(bare.length + 1)}`]
}

/** Undefined for a type that is not a timestamp. */
const hasZone = (type: string): boolean | undefined =>
  type.startsWith("timestamp") ? /with time zone|timestamptz/.test(type) : undefined
