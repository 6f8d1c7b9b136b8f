import type { Json } from "../../../contract/fields.ts"
import type { Dialect } from "../../dialect.ts"
import { decodeTextDate, encodeTextDate, isTextDate, toStorage } from "../../storage.ts"
import { violation } from "./violation.ts"

const types = {
  text: "TEXT",
  // Milliseconds since 1970: exact, and compared as numbers.
  date: "INTEGER",
  utc_date: "INTEGER",
  seconds_date: "INTEGER",
  iso_date: "TEXT",
  iso_offset_date: "TEXT",
  milliseconds_date: "TEXT",
  integer: "INTEGER",
  number: "REAL",
  boolean: "INTEGER",
  json: "TEXT",
} as const

const asJson =
  "CASE WHEN type IN ('object', 'array') THEN value WHEN type IN ('true', 'false') THEN type ELSE json_quote(value) END"

const quote = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`

export const sqliteDialect: Dialect = {
  name: "sqlite",
  family: "sqlite",
  quote,
  quoteTable: quote,
  parameter: () => "?",
  selectColumn: (column) => column,
  asInteger: (expression) => `CAST(${expression} AS INTEGER)`,
  lower: (column) => `lower(${column})`,
  indexesLower: true,
  returning: { insert: true, update: true, delete: true },
  combinesWrites: false,

  type: (column, ids) => {
    const { form, presence } = column
    if (form === "id" && ids === "serial")
      return presence === "generated" ? "INTEGER PRIMARY KEY AUTOINCREMENT" : "INTEGER"
    return types[toStorage(column)]
  },

  encode(kind, value) {
    if (value === null) return null
    if (value instanceof Date) {
      if (isTextDate(kind)) return encodeTextDate(kind, value)
      return kind === "seconds_date" ? Math.floor(value.getTime() / 1000) : value.getTime()
    }
    if (kind === "boolean") return value ? 1 : 0
    if (kind === "json") return JSON.stringify(value)
    return value as string | number
  },

  decode(kind, stored) {
    if (isTextDate(kind)) return decodeTextDate(kind, String(stored))
    switch (kind) {
      case "text":
        return typeof stored === "string" ? stored : String(stored)
      case "date":
      case "utc_date":
        return new Date(Number(stored))
      case "seconds_date":
        return new Date(Number(stored) * 1000)
      case "boolean":
        return Number(stored) !== 0
      case "json":
        return JSON.parse(stored as string) as Json
      default:
        return Number(stored)
    }
  },

  // Not json_patch, which would also merge nested objects and drop nulls in them.
  mergeJson: (column, members, parameter) => ({
    text:
      `(WITH given(members) AS (SELECT ${parameter()}) SELECT json_group_object(key, json(${asJson})) FROM (` +
      `SELECT key, value, type FROM json_each(coalesce(${column}, '{}')) ` +
      "WHERE key NOT IN (SELECT e.key FROM given, json_each(members) e) " +
      "UNION ALL SELECT e.key, e.value, e.type FROM given, json_each(members) e WHERE e.type <> 'null'))",
    values: [JSON.stringify(members)],
  }),

  insertedId: (_, { quotedTable, column }) =>
    `(SELECT ${quote(column)} FROM ${quotedTable} WHERE rowid = last_insert_rowid())`,

  whereInValues: (values, tenants) => [
    JSON.stringify(tenants ? values.map((value, index) => [value, tenants[index]]) : values),
  ],
  whereIn({ select, column, tenant }) {
    const [wanted, value] = tenant
      ? [`(${column}, ${tenant})`, "value ->> 0, value ->> 1"]
      : [column, "value"]
    return `${select} WHERE ${wanted} IN (SELECT ${value} FROM json_each(?))`
  },

  comparesPairs: true,
  sweep: ({ table, key, condition, order }) =>
    `DELETE FROM ${table} WHERE (${key.join(", ")}) IN (SELECT ${key.join(", ")} FROM ${table} WHERE ${condition}${order} LIMIT ?)`,

  violation,
}
