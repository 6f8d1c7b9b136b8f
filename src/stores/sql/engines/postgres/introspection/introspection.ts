import { foreignKeyText } from "../../../compile/create-table.ts"
import type { ColumnSpec, TableSpec } from "../../../compile/tables.ts"
import { constantDefault } from "../../../migrate/column-default.ts"
import type { Drift, Fault } from "../../../migrate/drift.ts"
import type { FoundColumn } from "../../../migrate/found-table.ts"
import type { Introspection } from "../../../migrate/introspection.ts"
import { postgresDialect } from "../dialect.ts"
import { readTables } from "./read-tables.ts"

const { quote } = postgresDialect

const literal: Introspection["literal"] = (value) =>
  typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value)

export const postgresIntrospection: Introspection = {
  read: readTables,
  fold: (name) => name,
  judge,
  settings: async () => [],
  literal,
  adds: { foreignKey: true, required: true },
  repair: ({ spec, drift }) => repair(spec, drift),
  // Held until the transaction ends; the number spells "mortise".
  lock: ["SELECT pg_advisory_xact_lock(30803309831484261)"],
  unlock: [],
}

const fault = (code: Fault["code"], why: string, severity: Fault["severity"] = "error"): Fault[] => [
  { code, severity, why },
]

const bigTypes = ["bigint", "numeric"]
const numberTypes = ["double precision", "numeric"]

function judge({ column, type, field }: ColumnSpec, found: FoundColumn): readonly Fault[] {
  const [base = "", size] =
    /^(.*?)(?:\((\d+)[^)]*\))?$/.exec(found.type.replace(/\((\d+)\) (.*)/, " $2($1)"))?.slice(1) ?? []
  const wrong = fault(
    "wrong_type",
    `${column} is ${found.type}, where ${type} is needed: what is stored there fails, or comes back as something else.`,
  )
  if (field.form === "id") return judgeId(type, base, found, wrong)
  switch (field.kind) {
    case "text":
      return judgeText(field.max, base, size, column, wrong)
    case "date":
      if (base === "timestamp without time zone")
        return fault(
          "missing_time_zone",
          `${column} has no time zone: the same session expires hours earlier or later, depending on the settings of whoever wrote it.`,
        )
      if (base !== "timestamp with time zone") return wrong
      return size !== undefined && Number(size) < 3
        ? fault(
            "short_column",
            `${column} keeps no milliseconds: a date comes back later or earlier than it was given.`,
          )
        : []
    case "integer":
    case "number":
      return judgeNumber(field, base, column, wrong)
    case "boolean":
      return base === "boolean" ? [] : wrong
    case "json":
      return base === "jsonb" ? [] : wrong
  }
}

function judgeId(type: string, base: string, found: FoundColumn, wrong: Fault[]): readonly Fault[] {
  if (type.startsWith("bigint")) {
    if (!["bigint", "integer"].includes(base)) return wrong
    return type.includes("IDENTITY") && !found.isFilled
      ? fault(
          "wrong_type",
          `${found.name} makes no ids by itself, where ${type} is needed: no user can be stored.`,
        )
      : []
  }
  if (type === "uuid") return base === "uuid" ? [] : wrong
  return base === "text" || base === "character varying" || base === "citext" ? [] : wrong
}

function judgeText(
  max: number | undefined,
  base: string,
  size: string | undefined,
  column: string,
  wrong: Fault[],
) {
  // What citext folds is told as a collation.
  if (!["text", "character varying", "citext"].includes(base)) return wrong
  return size !== undefined && max !== undefined && Number(size) < max
    ? fault(
        "short_column",
        `${column} holds ${size} characters, where up to ${max} may come: longer ones are refused.`,
        "warning",
      )
    : []
}

function judgeNumber({ kind, max }: ColumnSpec["field"], base: string, column: string, wrong: Fault[]) {
  const fits = kind === "integer" ? bigTypes : numberTypes
  if (fits.includes(base)) return []
  if (base === "integer" || base === "smallint")
    return max !== undefined && max < 2 ** 31 && base === "integer"
      ? []
      : fault(
          "small_number",
          `${column} is ${base}, which ends at ${base === "integer" ? 2 ** 31 - 1 : 2 ** 15 - 1}: a larger number, such as a date after 2038, is refused.`,
        )
  return kind === "number" && base === "bigint"
    ? fault("wrong_type", `${column} is bigint: a number with a fraction is refused.`, "warning")
    : wrong
}

function repair(spec: TableSpec, drift: Drift): readonly string[] {
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
      return [...filling(spec, drift.column), `${on(drift.column.column)} SET NOT NULL`]
    case "folding_collation":
    case "wrong_type":
    case "missing_time_zone":
    case "small_number":
    case "short_column":
      return retyping(on(drift.column.column), drift.column, drift.code)
    default:
      return []
  }
}

function filling({ table }: TableSpec, column: ColumnSpec): string[] {
  const value = constantDefault(column)
  if (value === undefined) return []
  const written = literal(postgresDialect.encode(column.field.kind, value))
  return [
    `UPDATE ${quote(table)} SET ${quote(column.column)} = ${written} WHERE ${quote(column.column)} IS NULL`,
  ]
}

function retyping(alter: string, { column, type }: ColumnSpec, code: Drift["code"]): string[] {
  const [bare = ""] = type.split(" GENERATED ")
  // Most programs write UTC into a column without a zone.
  const value =
    code === "missing_time_zone"
      ? `${quote(column)} AT TIME ZONE 'UTC'`
      : `${quote(column)}::${bare.replace(/ COLLATE .*/, "")}`
  const retyped = `${alter} TYPE ${bare} USING ${value}`
  return bare === type ? [retyped] : [retyped, `${alter} ADD ${type.slice(bare.length + 1)}`]
}
