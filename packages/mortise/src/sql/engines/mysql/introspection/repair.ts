import type { Drift } from "../../../introspection/drift.ts"
import type { FoundColumn } from "../../../introspection/found-table.ts"
import type { RepairRequest } from "../../../introspection/introspection.ts"
import { type Storage, toStorage } from "../../../storage.ts"
import { constantDefault, foreignKeyText } from "../../../tables/create-table.ts"
import type { ColumnSpec, TableSpec } from "../../../tables/table-spec.ts"
import { mysqlDialect } from "../dialect.ts"
import { literal } from "./literal.ts"

const { quote } = mysqlDialect

type ColumnDrift = Extract<Drift, { readonly column: ColumnSpec; readonly existing: FoundColumn }>

export function repair({ spec, existing, drift }: RepairRequest): readonly string[] {
  const table = `ALTER TABLE ${quote(spec.table)}`
  if (drift.code === "missing_cascade") {
    const taken = existing.foreignKeys.map(({ name }) => name).filter((name) => name !== drift.existing.name)
    return [
      `${table} DROP FOREIGN KEY ${quote(drift.existing.name)}`,
      `${table} ADD ${foreignKeyText(spec.table, drift.foreignKey, mysqlDialect, taken)}`,
    ]
  }
  if (!("column" in drift && "existing" in drift)) return []
  if (drift.code === "nullable_column") return setNotNull(spec, drift)
  const isIndexed = existing.indexes.some(({ columns }) => columns.includes(drift.existing.name))
  return changeType(table, drift, isIndexed)
}

// MODIFY would drop a default.
const setNotNull = (spec: TableSpec, { column, existing }: ColumnDrift): string[] =>
  existing.hasDefault
    ? []
    : [
        ...backfillStatements(spec, column),
        `ALTER TABLE ${quote(spec.table)} MODIFY ${quote(existing.name)} ${existing.definition} NOT NULL`,
      ]

/**
 * Returns no statements for an id, because foreign keys refer to it, nor for a column with a default, which MODIFY
 * would drop. Nor for a conversion that can fail or change a value, or that turns an indexed column into a long text.
 */
function changeType(table: string, { column, existing }: ColumnDrift, isIndexed: boolean): string[] {
  const { type, field } = column
  const isTimestamp = /^timestamp/i.test(existing.type)
  const isLongText = /TEXT/.test(type)
  if (field.form === "id" || (existing.hasDefault && !isTimestamp) || (isIndexed && isLongText)) return []
  const storage = toStorage(field)
  if (!safeSources[storage]?.test(existing.type)) return []
  const modify = (to: string) =>
    `${table} MODIFY ${quote(existing.name)} ${to}${existing.notNull ? " NOT NULL" : ""}`
  // A timestamp is converted by the connection's time zone. What the connection shows is the declared UTC.
  if (isTimestamp && storage !== "date") return [modify(type)]
  if (isTimestamp) return ["SET time_zone = '+00:00'", modify(type), "SET time_zone = DEFAULT"]
  // Bytes are compared as UTF-8, so text in another character set is converted first.
  const isOtherText =
    /^(var)?char/i.test(existing.type) && !/ COLLATE (utf8|ascii)/i.test(existing.definition)
  return isOtherText ? [modify(`${existing.type} CHARACTER SET utf8mb4`), modify(type)] : [modify(type)]
}

const integers = /^(tiny|small|medium|big)?int/i
const numbers = /^((tiny|small|medium|big)?int|decimal|float)/i
/** The types that can be changed to a field's type without losing or refusing a value. */
const safeSources: Partial<Record<Storage, RegExp>> = {
  text: /^(var)?(char|binary)|^(tiny|medium|long)?(text|blob)/i,
  date: /^(datetime|timestamp)/i,
  utc_date: /^(datetime|timestamp)/i,
  seconds_date: /^(datetime|timestamp)/i,
  integer: integers,
  number: numbers,
  boolean: /^bit\(1\)/i,
  json: /^(var)?char|^(tiny|medium)?text/i,
}

function backfillStatements({ table }: TableSpec, column: ColumnSpec): string[] {
  const value = constantDefault(column)
  if (value === undefined) return []
  const written = literal(mysqlDialect.encode(toStorage(column.field), value))
  return [
    `UPDATE ${quote(table)} SET ${quote(column.column)} = ${written} WHERE ${quote(column.column)} IS NULL`,
  ]
}
