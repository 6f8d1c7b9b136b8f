import { foreignKeyText } from "../../../compile/create-table.ts"
import type { ColumnSpec, TableSpec } from "../../../compile/tables.ts"
import { constantDefault } from "../../../migrate/column-default.ts"
import type { Drift, Fault } from "../../../migrate/drift.ts"
import type { FoundColumn } from "../../../migrate/found-table.ts"
import type { Introspection } from "../../../migrate/introspection.ts"
import { mysqlDialect } from "../dialect.ts"
import { readTables } from "./read-tables.ts"

const { quote } = mysqlDialect

// In parentheses, for a default of a long text must be an expression; as bytes where an escape could be meant.
const literal: Introspection["literal"] = (value) => {
  if (typeof value !== "string") return String(value)
  if (!value.includes("\\")) return `('${value.replaceAll("'", "''")}')`
  const bytes = Array.from(new TextEncoder().encode(value), (byte) => byte.toString(16).padStart(2, "0"))
  return `(CONVERT(X'${bytes.join("")}' USING utf8mb4))`
}

export const mysqlIntrospection: Introspection = {
  read: readTables,
  fold: (name) => name.toLowerCase(),
  judge,
  settings: async () => [],
  literal,
  adds: { foreignKey: true, required: true },
  repair: ({ spec, drift }) => repair(spec, drift),
  // Each change of a table commits by itself, so no lock outlasts a failure; who comes second plans again.
  lock: [],
  unlock: [],
}

const fault = (code: Fault["code"], why: string, severity: Fault["severity"] = "error"): Fault[] => [
  { code, severity, why },
]

const longTexts: Partial<Record<string, number>> = {
  tinytext: 255,
  text: 2 ** 16 - 1,
  mediumtext: 2 ** 24 - 1,
  longtext: 2 ** 32 - 1,
  tinyblob: 255,
  blob: 2 ** 16 - 1,
  mediumblob: 2 ** 24 - 1,
  longblob: 2 ** 32 - 1,
}

function judge({ column, type, field }: ColumnSpec, found: FoundColumn): readonly Fault[] {
  const [, base = "", size] = /^(\w+)(?:\((\d+)[^)]*\))?/.exec(found.type.toLowerCase()) ?? []
  const wrong = fault(
    "wrong_type",
    `${column} is ${found.type}, where ${type} is needed: what is stored there fails, or comes back as something else.`,
  )
  if (type.startsWith("BIGINT") && field.kind === "text") {
    if (base !== "bigint" && base !== "int") return wrong
    return type.includes("AUTO_INCREMENT") && !found.isFilled
      ? fault(
          "wrong_type",
          `${column} makes no ids by itself, where ${type} is needed: no user can be stored.`,
        )
      : []
  }
  switch (field.kind) {
    case "text": {
      const room = longTexts[base] ?? (/^var(char|binary)$/.test(base) ? Number(size) : undefined)
      if (room === undefined) return wrong
      return room < (field.max ?? 0)
        ? fault(
            "short_column",
            `${column} holds ${room}, where up to ${field.max} bytes may come: longer ones are refused.`,
            "warning",
          )
        : []
    }
    case "date":
      if (base !== "datetime")
        return base === "timestamp"
          ? fault(
              "wrong_type",
              `${column} is ${found.type}: it is shifted by the time zone of each connection, and ends in 2038.`,
            )
          : wrong
      return Number(size ?? 0) < 3
        ? fault(
            "short_column",
            `${column} keeps no milliseconds: a date is rounded, and what has expired can count as valid.`,
          )
        : []
    case "integer":
    case "number":
      return judgeNumber(field, base, found, wrong)
    case "boolean":
      return base === "tinyint" ? [] : wrong
    case "json":
      return longTexts[base] !== undefined && base.endsWith("text") ? [] : wrong
  }
}

function judgeNumber(
  { kind, max }: ColumnSpec["field"],
  base: string,
  { name, type }: FoundColumn,
  wrong: Fault[],
): readonly Fault[] {
  if (base === (kind === "integer" ? "bigint" : "double")) return []
  if (/^(tiny|small|medium)?int$/.test(base)) {
    const isEnough =
      max !== undefined && base === "int" && max < (type.includes("unsigned") ? 2 ** 32 : 2 ** 31)
    return isEnough
      ? []
      : fault(
          "small_number",
          `${name} is ${type}, which is too small: a larger number, such as a date after 2038, is refused.`,
        )
  }
  return kind === "number" && base === "bigint"
    ? fault("wrong_type", `${name} is ${type}: a number with a fraction is rounded.`, "warning")
    : wrong
}

function repair(spec: TableSpec, drift: Drift): readonly string[] {
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
      return [...filling(spec, drift.column), modify]
    }
  }
}

function filling({ table }: TableSpec, column: ColumnSpec): string[] {
  const value = constantDefault(column)
  if (value === undefined) return []
  const written = literal(mysqlDialect.encode(column.field.kind, value))
  return [
    `UPDATE ${quote(table)} SET ${quote(column.column)} = ${written} WHERE ${quote(column.column)} IS NULL`,
  ]
}
