import type { Json } from "../../../../contract/fields.ts"
import { columnOf } from "../../compile/columns.ts"
import type { Dialect, Violation } from "../../dialect.ts"

const types = {
  text: "TEXT",
  // Milliseconds since 1970: exact, and compared as numbers.
  date: "INTEGER",
  "utc-date": "INTEGER",
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
  quote,
  parameter: () => "?",
  selected: (column) => column,
  lower: (column) => `lower(${column})`,
  indexesLower: true,
  returning: { insert: true, update: true, delete: true },
  combinesWrites: false,

  type: ({ kind, form, presence }, ids) => {
    if (form === "id" && ids === "serial")
      return presence === "generated" ? "INTEGER PRIMARY KEY AUTOINCREMENT" : "INTEGER"
    return types[kind]
  },

  encode(kind, value) {
    if (value === null) return null
    if (value instanceof Date) return value.getTime()
    if (kind === "boolean") return value ? 1 : 0
    if (kind === "json") return JSON.stringify(value)
    return value as string | number
  },

  decode(kind, stored) {
    switch (kind) {
      case "text":
        return typeof stored === "string" ? stored : String(stored)
      case "date":
      case "utc-date":
        return new Date(Number(stored))
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

  insertedUserId(user, previous) {
    const owner = previous.owner ? columnOf(previous, previous.owner.field) : columnOf(user, "id")
    return `(SELECT ${quote(owner.column)} FROM ${quote(previous.table)} WHERE rowid = last_insert_rowid())`
  },

  whereInValues: (values) => [JSON.stringify(values)],
  whereIn: ({ select, column }) => `${select} WHERE ${column} IN (SELECT value FROM json_each(?))`,

  sweep: (table, key, expiry) =>
    `DELETE FROM ${table} WHERE (${key.join(", ")}) IN (SELECT ${key.join(", ")} FROM ${table} WHERE ${expiry} <= ? LIMIT ?)`,

  violation(error) {
    const { message = "", code = "", errcode, rawCode, errno, cause } = error as SqliteError
    const names = /UNIQUE constraint failed: ([^\n]+)/.exec(message)?.[1]
    const index = /^index '(.+)'$/.exec(names ?? "")?.[1]
    if (index) return { taken: { key: index } }
    if (names) return { taken: { names } }
    if (message.includes("FOREIGN KEY constraint failed")) return { ownerMissing: true }
    const refused = /(NOT NULL|CHECK) constraint failed: ([^\n]+)/.exec(message)
    if (refused) return constraintFailed(refused)
    const missing = /no such (table|column): ([^\n]+)|table [^\n]+ has no column named ([^\n]+)/.exec(message)
    if (missing) return missingName(missing)
    if (closed.test(`${code} ${message}`)) return { code: "unavailable", detail: "the client is closed" }
    if (unreachable.test(`${message} ${cause?.code}`)) return { code: "unavailable" }
    const numbers = [errcode, rawCode, errno].flatMap((number) =>
      number === undefined ? [] : [number & 0xff],
    )
    const known = primaryCodes.find(([name, number]) => code.startsWith(name) || numbers.includes(number))
    return known && { code: known[2] }
  },
}

function constraintFailed([detail, kind, name = ""]: RegExpExecArray): Violation {
  if (kind !== "NOT NULL") return { code: "invalid", detail }
  // The name is "table.column", and only a table's name can contain a dot.
  const dot = name.lastIndexOf(".")
  return { emptyColumn: name.slice(dot + 1), table: name.slice(0, dot), detail }
}

const missingName = ([detail, kind, name, column]: RegExpExecArray): Violation => ({
  missing: kind === "table" ? "table" : "column",
  name: name ?? column,
  detail,
})

// Errors of clients that mean that the statement did not reach the engine. None of them can mean a lost answer.
const closed =
  /not open|finalized|Cannot use a closed database|Database has closed|manually closed|CLIENT_CLOSED|TRANSACTION_CLOSED/
const unreachable = /ECONNREFUSED|ENOTFOUND|EHOSTUNREACH/

// Clients report the code in different members: as text, or as a number whose low byte is the primary code.
type SqliteError = {
  message?: string
  code?: string
  errcode?: number
  rawCode?: number
  errno?: number
  cause?: { code?: string }
}

// The last entry covers all other refusals: the engine did not run the statement.
const primaryCodes = [
  // All connections of the client are used by transactions of the application.
  ["TRANSACTION_ACTIVE", 5, "transient"],
  ["SQLITE_BUSY", 5, "transient"],
  ["SQLITE_LOCKED", 6, "transient"],
  ["SQLITE_READONLY", 8, "readonly"],
  ["SQLITE_IOERR", 10, "corrupt"],
  ["SQLITE_CORRUPT", 11, "corrupt"],
  ["SQLITE_FULL", 13, "unavailable"],
  ["SQLITE_CANTOPEN", 14, "unavailable"],
  ["SQLITE_NOTADB", 26, "corrupt"],
  ["SQLITE_ERROR", 1, "unavailable"],
] as const
