import type { ErrorCode } from "../../../../contract/errors.ts"
import type { Json } from "../../../../contract/fields.ts"
import type { Column } from "../../../../contract/schema.ts"
import { dateOfText, textOfTime } from "../../../../shared/utc-text.ts"
import type { Dialect } from "../../dialect.ts"

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
// A mark at the start of a text belongs to it.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true })
const textOf = (stored: unknown): string => {
  if (!(stored instanceof Uint8Array)) return String(stored)
  // A Buffer makes a text of itself, and does so several times faster.
  return stored.toString === Uint8Array.prototype.toString ? decoder.decode(stored) : stored.toString()
}

// A zero in place of a date is how older tables say that there is none.
const dateOrNone = (text: string): Date | null => (text.startsWith("0000-00-00") ? null : dateOfText(text))

/** MySQL, which returns nothing of what it changes. */
export const mysqlDialect: Dialect = {
  name: "mysql",
  quote,
  parameter: () => "?",

  // As text no client makes local time of a date or takes JSON apart; no other expression was seen to be quicker.
  selected: (column, kind) => (kind === "date" || kind === "json" ? `CAST(${column} AS CHAR)` : column),

  namesColumns: true,

  asBytes: (column) => `CAST(${column} AS BINARY)`,

  returning: { insert: false, update: false, delete: false },
  combinesWrites: false,

  type({ kind, form, presence, inKey, max }: Column, ids) {
    if (form === "id" && ids === "serial")
      return presence === "generated" ? "BIGINT AUTO_INCREMENT" : "BIGINT"
    // Bytes compare as bytes: no collation folds case or accents, or ignores spaces at the end.
    if (inKey && kind === "text") return `VARBINARY(${max ?? 255})`
    return types[kind]
  },

  encode(kind, value) {
    if (value === null) return null
    if (kind === "date") return textOfTime((value as Date).getTime())
    if (kind === "boolean") return value ? 1 : 0
    if (kind === "json") return JSON.stringify(value)
    // Clients bind a number as a double, which MySQL takes for no LIMIT.
    return kind === "integer" ? String(value) : (value as string | number)
  },

  decode(kind, stored) {
    switch (kind) {
      case "text":
        return textOf(stored)
      case "date":
        return dateOrNone(textOf(stored))
      case "boolean":
        return Boolean(Number(stored))
      case "json":
        return JSON.parse(stored as string) as Json
      default:
        return Number(stored)
    }
  },

  mergeJson(column, members, parameter) {
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

  // Kept apart: an account may get a number of its own, and LAST_INSERT_ID would then be that.
  insertedUserId: () => "@mortise_user",
  saveInsertedUserId: "SET @mortise_user = LAST_INSERT_ID()",

  // Lists come in few lengths, so that few statements are prepared.
  whereInValues(values) {
    const length = 2 ** Math.ceil(Math.log2(values.length))
    return Array.from({ length }, (_, nth) => values[Math.min(nth, values.length - 1)] as string)
  },
  whereIn: ({ select, column }, parameters) =>
    `${select} WHERE ${column} IN (${Array(parameters).fill("?").join(", ")})`,

  sweep: (table, _key, expiry) => `DELETE FROM ${table} WHERE ${expiry} <= ? LIMIT ?`,

  violation(error) {
    const { errno = 0, code = "", message = "", sqlMessage = message, syscall } = error as MysqlError
    // The value comes before it, and can hold anything.
    if (errno === 1062)
      return { taken: { key: /for key '(?:[^'.]+\.)?([^']+)'$/.exec(sqlMessage)?.[1] ?? "" } }
    if (errno === 1452) return { ownerMissing: true }
    // These name a table or a column, and never a value.
    if (errno === 1146 || errno === 1054) return { code: "unavailable", detail: sqlMessage }
    if (syscall === "connect" || notSent.test(message)) return { code: "unavailable" }
    const known = codes[errno] ?? codes[code]
    if (known) return { code: known }
    return errno >= 1000 && errno < 45_000 && !brokenOff.has(errno) ? { code: "unavailable" } : undefined
  },
}

/** MariaDB, which returns the rows that it deletes, and those that it inserts where they are not as they were sent. */
export const mariadbDialect: Dialect = {
  ...mysqlDialect,
  name: "mariadb",
  returning: { insert: "generated", update: false, delete: true },
}

const path = (name: string): string => `$.${JSON.stringify(name)}`

type MysqlError = {
  errno?: number
  code?: string
  message?: string
  sqlMessage?: string
  syscall?: string
}

// What mysql2 says without a code when a statement never left: the pool is closed or full, the connection is closed.
const notSent =
  /^(Pool is closed|No connections available|Queue limit reached|Can't add new command when connection is in closed)/

// Shutting down, connection killed, an error while committing, the net: the change may have been made before.
const brokenOff = new Set([1053, 1927, 1180, 1158, 1159, 1160, 1161])

const codes: Partial<Record<string | number, ErrorCode>> = {
  // Deadlock, lock wait time-out, changed since it was read, node not ready, statement time-out (MariaDB, MySQL),
  // interrupted, table changed, statement to be prepared anew.
  1213: "transient",
  1205: "transient",
  1020: "transient",
  1047: "transient",
  1969: "transient",
  3024: "transient",
  1317: "transient",
  1412: "transient",
  1615: "transient",
  // Read-only by option, by mode, by transaction.
  1290: "readonly",
  1836: "readonly",
  1792: "readonly",
  // Too long, null where none may be, out of range, no such character, no such value, a constraint (MySQL, MariaDB);
  // a column that is written in other characters than these.
  1406: "invalid",
  1048: "invalid",
  1264: "invalid",
  1366: "invalid",
  1292: "invalid",
  3819: "invalid",
  4025: "invalid",
  1267: "invalid",
  1270: "invalid",
  1271: "invalid",
  // The mariadb connector: time-outs of connecting, a pool or connection that was closed before.
  45012: "unavailable",
  45013: "unavailable",
  45027: "unavailable",
  45028: "unavailable",
  45035: "unavailable",
  45037: "unavailable",
  ECONNREFUSED: "unavailable",
  ENOTFOUND: "unavailable",
}
