import type { Dialect } from "../../../dialect.ts"
import type { FoundColumn } from "../../../introspection/found-table.ts"
import type { RepairRequest } from "../../../introspection/introspection.ts"
import { isTextDate, type Storage, toStorage } from "../../../storage.ts"
import { constantDefault, foreignKeyText } from "../../../tables/create-table.ts"
import type { ColumnSpec, TableSpec } from "../../../tables/table-spec.ts"
import { postgresDialect } from "../dialect.ts"
import { literal } from "./literal.ts"

const { quote } = postgresDialect

export function repair({ dialect, spec, existing, drift }: RepairRequest): readonly string[] {
  const table = `ALTER TABLE ${dialect.quoteTable(spec.table)}`
  const on = (name: string) => `${table} ALTER COLUMN ${quote(name)}`
  switch (drift.code) {
    case "missing_cascade": {
      const taken = existing.foreignKeys
        .map(({ name }) => name)
        .filter((name) => name !== drift.existing.name)
      const foreignKey = foreignKeyText(spec.table, drift.foreignKey, dialect, taken)
      return [`${table} DROP CONSTRAINT ${quote(drift.existing.name)}, ADD ${foreignKey}`]
    }
    case "nullable_column":
      return [...backfillStatements(dialect, spec, drift.column), `${on(drift.column.column)} SET NOT NULL`]
    case "folding_collation":
    case "wrong_type":
    case "missing_time_zone":
    case "small_number":
    case "short_column":
      return changeType(on(drift.column.column), drift.column, drift.existing)
    default:
      return []
  }
}

function backfillStatements(dialect: Dialect, { table }: TableSpec, column: ColumnSpec): string[] {
  const value = constantDefault(column)
  if (value === undefined) return []
  const written = literal(dialect.encode(toStorage(column.field), value))
  return [
    `UPDATE ${dialect.quoteTable(table)} SET ${quote(column.column)} = ${written} WHERE ${quote(column.column)} IS NULL`,
  ]
}

/**
 * Returns no statements for an id, which foreign keys refer to, nor for a conversion that can fail or change a value.
 */
function changeType(alter: string, { column, type, field }: ColumnSpec, existing: FoundColumn): string[] {
  const convert = field.form === "id" ? undefined : conversion(toStorage(field), existing)
  return convert
    ? [`${alter} TYPE ${type} USING ${convert(quote(column), type.replace(/ COLLATE .*/, ""))}`]
    : []
}

type Convert = (column: string, type: string) => string

const cast: Convert = (column, type) => `${column}::${type}`
// When a time zone is added or removed, the stored dates count as UTC, whatever the connection's zone.
const changeZone: Convert = (column) => `${column} AT TIME ZONE 'UTC'`

function conversion(to: Storage, { type, hasDefault }: FoundColumn): Convert | undefined {
  const from = type.replace(/\(\d+\)/, "")
  if (isTextDate(to)) return undefined
  if (to === "date" || to === "utc_date" || to === "seconds_date") {
    if (!from.startsWith("timestamp")) return undefined
    return from.endsWith("with time zone") === (to !== "utc_date") ? cast : changeZone
  }
  // A default of another type cannot be converted.
  if (to === "boolean") return integers.test(from) && !hasDefault ? (column) => `${column} <> 0` : undefined
  return safeSources[to].test(from) ? cast : undefined
}

const integers = /^(smallint|integer|bigint)$/
/** The types that can be cast to a field's type without losing or refusing a value. */
const safeSources = {
  text: /^(text|character|character varying|citext|name)$/,
  integer: integers,
  number: /^(smallint|integer|bigint|real)$/,
  json: /^json$/,
} as const
