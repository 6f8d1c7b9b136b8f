import type { Json } from "../../../contract/fields.ts"
import { formatUtc, parseUtc, truncateToSecond } from "../../../shared/utc-text.ts"
import type { Dialect } from "../../dialect.ts"
import { decodeTextDate, encodeTextDate, isTextDate, type Storage, toStorage } from "../../storage.ts"
import { violation } from "./violation.ts"

const text = "CHARACTER SET utf8mb4"
const textDate = "VARCHAR(32) CHARACTER SET ascii"
const types = {
  text: `MEDIUMTEXT ${text}`,
  // It has no time zone: UTC is written and read, whatever the server's zone.
  date: "DATETIME(3)",
  utc_date: "DATETIME(3)",
  seconds_date: "DATETIME",
  iso_date: textDate,
  iso_offset_date: textDate,
  milliseconds_date: textDate,
  integer: "BIGINT",
  number: "DOUBLE",
  boolean: "BOOLEAN",
  json: `LONGTEXT ${text}`,
} as const

const quote = (identifier: string): string => `\`${identifier.replaceAll("`", "``")}\``
// A byte order mark at the start of a text is part of the text.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true })
const toText = (stored: unknown): string => {
  if (!(stored instanceof Uint8Array)) return String(stored)
  // A Buffer decodes itself several times faster than TextDecoder does.
  return stored.toString === Uint8Array.prototype.toString ? decoder.decode(stored) : stored.toString()
}

function formatDate(storage: Storage, date: Date): string {
  if (isTextDate(storage)) return encodeTextDate(storage, date)
  const time = date.getTime()
  // Truncated here, because the server would round up.
  return storage === "seconds_date" ? formatUtc(truncateToSecond(time)).slice(0, 19) : formatUtc(time)
}

// Older tables store a zero date instead of null.
const dateOrNull = (text: string): Date | null => (text.startsWith("0000-00-00") ? null : parseUtc(text))

/** MySQL, which has no `RETURNING`. */
export const mysqlDialect: Dialect = {
  name: "mysql",
  family: "mysql",
  quote,
  quoteTable: quote,
  parameter: () => "?",

  // As text, so that no client converts a date to local time or parses JSON. No faster expression was found.
  selectColumn: (column, storage) =>
    ["date", "utc_date", "seconds_date", "json"].includes(storage) ? `CAST(${column} AS CHAR)` : column,

  namesColumns: true,

  asInteger: (expression) => `CAST(${expression} AS SIGNED)`,

  lower: (column) => `CAST(LOWER(CONVERT(${column} USING utf8mb4)) AS BINARY)`,
  // MariaDB has no index on an expression.
  indexesLower: false,

  asBytes: (column) => `CAST(CONVERT(${column} USING utf8mb4) AS BINARY)`,

  returning: { insert: false, update: false, delete: false },
  combinesWrites: false,

  type(column, ids) {
    const { kind, form, presence, inKey, max } = column
    if (form === "id" && ids === "serial")
      return presence === "generated" ? "BIGINT AUTO_INCREMENT" : "BIGINT"
    // Compared as bytes: no collation that ignores case, accents or trailing spaces applies.
    if (inKey && kind === "text") return `VARBINARY(${max ?? 255})`
    return types[toStorage(column)]
  },

  encode(kind, value) {
    if (value === null) return null
    if (value instanceof Date) return formatDate(kind, value)
    if (kind === "boolean") return value ? 1 : 0
    if (kind === "json") return JSON.stringify(value)
    // Clients bind a number as a double, which MySQL does not accept in LIMIT.
    return kind === "integer" ? String(value) : (value as string | number)
  },

  decode(kind, stored) {
    if (isTextDate(kind)) return decodeTextDate(kind, toText(stored))
    switch (kind) {
      case "text":
        return toText(stored)
      case "date":
      case "utc_date":
      case "seconds_date":
        return dateOrNull(toText(stored))
      case "boolean":
        return Boolean(Number(stored))
      case "json":
        return JSON.parse(stored as string) as Json
      default:
        return Number(stored)
    }
  },

  mergeJson(column, members, parameter) {
    const entries = Object.entries(members)
    const [set, removed] = [
      entries.filter(([, value]) => value !== null),
      entries.filter(([, value]) => value === null),
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

  // In a variable: if a later row has an AUTO_INCREMENT column too, LAST_INSERT_ID would return that row's id.
  insertedId: () => "@mortise_id",
  saveInsertedId: "SET @mortise_id = LAST_INSERT_ID()",

  // Lists are padded to powers of two, so that few statements are prepared.
  whereInValues(...lists) {
    const length = 2 ** Math.ceil(Math.log2(lists[0].length))
    return Array.from({ length }, (_, index) =>
      lists.map((list) => list[index] ?? (list.at(-1) as string)),
    ).flat()
  },
  // A list of pairs is not read by their index on MariaDB.
  whereIn: ({ select, column, tenant }, parameters) =>
    tenant
      ? `${select} WHERE ${Array(parameters / 2)
          .fill(`${column} = ? AND ${tenant} = ?`)
          .join(" OR ")}`
      : `${select} WHERE ${column} IN (${Array(parameters).fill("?").join(", ")})`,

  comparesPairs: false,
  sweep: ({ table, condition, order }) => `DELETE FROM ${table} WHERE ${condition}${order} LIMIT ?`,

  violation,
}

/**
 * MariaDB, which returns deleted rows. It also returns inserted rows, which is used where the database fills columns.
 */
export const mariadbDialect: Dialect = {
  ...mysqlDialect,
  name: "mariadb",
  returning: { insert: "generated", update: false, delete: true },
}

const path = (name: string): string => `$.${JSON.stringify(name)}`
