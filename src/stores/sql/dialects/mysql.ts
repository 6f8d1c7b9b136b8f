import type { ErrorCode } from "../../../contract/errors.ts"
import type { Json } from "../../../contract/fields.ts"
import type { Column } from "../../../contract/schema.ts"
import type { Dialect } from "../dialect.ts"

const text = "CHARACTER SET utf8mb4"
const types = {
  text: `MEDIUMTEXT ${text}`,
  // Without a zone of its own: what is written is UTC, whatever the zone of the server.
  date: "DATETIME(3)",
  integer: "BIGINT",
  number: "DOUBLE",
  boolean: "BOOLEAN",
  json: `LONGTEXT ${text}`,
} as const

const quote = (identifier: string): string => `\`${identifier.replaceAll("`", "``")}\``
const decoder = new TextDecoder()

/** MySQL, which returns nothing of what it changes. */
export const mysql: Dialect = {
  name: "mysql",
  quote,
  parameter: () => "?",

  selected: (column, kind) =>
    kind === "date" ? `TIMESTAMPDIFF(MICROSECOND, '1970-01-01', ${column}) DIV 1000` : column,

  returning: { insert: false, update: false, delete: false },
  writesTogether: false,

  type({ kind, form, presence, inKey, max }: Column, ids) {
    if (form === "id" && ids === "serial")
      return presence === "generated" ? "BIGINT AUTO_INCREMENT" : "BIGINT"
    // Bytes compare as bytes: no collation folds case or accents, or ignores spaces at the end.
    if (inKey && kind === "text") return `VARBINARY(${max ?? 255})`
    return types[kind]
  },

  encode(kind, value) {
    if (value === null) return null
    if (kind === "date") return (value as Date).toISOString().replace("T", " ").replace("Z", "")
    if (kind === "boolean") return value ? 1 : 0
    if (kind === "json") return JSON.stringify(value)
    return value as string | number
  },

  decode(kind, stored) {
    switch (kind) {
      case "text":
        return stored instanceof Uint8Array ? decoder.decode(stored) : String(stored)
      case "date":
        return new Date(Number(stored))
      case "boolean":
        return Boolean(Number(stored))
      case "json":
        return JSON.parse(stored as string) as Json
      default:
        return Number(stored)
    }
  },

  merged(column, members, parameter) {
    const given = Object.entries(members)
    const [set, removed] = [
      given.filter(([, value]) => value !== null),
      given.filter(([, value]) => value === null),
    ]
    let document = `coalesce(${column}, '{}')`
    if (set.length > 0)
      document = `JSON_SET(${document}, ${set.map(() => `${parameter()}, JSON_EXTRACT(${parameter()}, '$')`).join(", ")})`
    if (removed.length > 0) document = `JSON_REMOVE(${document}, ${removed.map(parameter).join(", ")})`
    return {
      text: document,
      values: [
        ...set.flatMap(([name, value]) => [path(name), JSON.stringify(value)]),
        ...removed.map(([name]) => path(name)),
      ],
    }
  },

  lastUserId: () => "LAST_INSERT_ID()",

  // Lists come in few lengths, so that few statements are prepared.
  among(column, values) {
    const length = 2 ** Math.ceil(Math.log2(values.length))
    const padded = Array.from({ length }, (_, nth) => values[Math.min(nth, values.length - 1)] as string)
    return { text: `${column} IN (${padded.map(() => "?").join(", ")})`, values: padded }
  },

  sweep: (table, _key, expiry) => `DELETE FROM ${table} WHERE ${expiry} <= ? LIMIT ?`,

  violation(error) {
    const { errno, code = "", message = "" } = error as { errno?: number; code?: string; message?: string }
    if (errno === 1062) return { taken: { key: /for key '(?:[^'.]+\.)?([^']+)'/.exec(message)?.[1] ?? "" } }
    if (errno === 1452) return { ownerMissing: true }
    const known = codes[errno ?? 0] ?? codes[code]
    return (
      known && { code: known, ...(missing.has(errno ?? 0) && { detail: "a table or a column is missing" }) }
    )
  },

  introspection: async () => (await import("./mysql-introspection.ts")).mysqlIntrospection,
}

/** MariaDB, which returns the rows that it inserts and deletes, but not those that it updates. */
export const mariadb: Dialect = {
  ...mysql,
  name: "mariadb",
  returning: { insert: true, update: false, delete: true },
}

const path = (name: string): string => `$.${JSON.stringify(name)}`

const missing = new Set([1146, 1054])

const codes: Partial<Record<string | number, ErrorCode>> = {
  // Deadlock, lock wait time-out, node not ready, statement time-out (MariaDB, MySQL), interrupted.
  1213: "transient",
  1205: "transient",
  1047: "transient",
  1969: "transient",
  3024: "transient",
  1317: "transient",
  // Read-only by option, by mode, by transaction.
  1290: "readonly",
  1836: "readonly",
  1792: "readonly",
  // Too long, null where none may be, a number out of range.
  1406: "invalid",
  1048: "invalid",
  1264: "invalid",
  // Too many connections, no such table or column, disk full, refused sign-in, no such database.
  1040: "unavailable",
  1146: "unavailable",
  1054: "unavailable",
  1021: "unavailable",
  1045: "unavailable",
  1049: "unavailable",
  45028: "unavailable",
  ECONNREFUSED: "unavailable",
  ENOTFOUND: "unavailable",
  POOL_CLOSED: "unavailable",
}
