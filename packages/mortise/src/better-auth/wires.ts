/**
 * The representations of values in columns, by the column's type. A wire converts a field's value to what the client
 * binds and back. `to` returns undefined for a value that the column cannot hold: in a condition, it matches nothing,
 * instead of a cast error that would end a transaction.
 */
import type { Dialect } from "../sql/dialect.ts"
import type { Bound } from "../sql/driver.ts"
import type { Storage } from "../sql/storage.ts"
import { timeFrom } from "./dates.ts"
import { decimalWire, numericWire, uuidWire } from "./id-wires.ts"

/** What a field of Better Auth holds. Lists are JSON. */
export type Kind = "string" | "number" | "boolean" | "date" | "json"

/** What the catalog says about a column. */
export type CatalogColumn = {
  readonly type: string
  readonly notNull: boolean
  readonly hasFoldingCollation: boolean
  /** Whether no two rows have the same value. */
  readonly isKey: boolean
  /** Whether an index starts with the column. */
  readonly isIndexed: boolean
}

export type Wire = {
  to(kind: Kind, value: unknown): Bound | undefined
  from(kind: Kind, stored: unknown): unknown
  /** What is selected for a column. */
  selectColumn(column: string): string
  /** The nth parameter, for a value of this wire. */
  parameter(position: number): string
  /** The type of a list's members, for engines with lists. */
  readonly member?: string
  /** The left side of a comparison, if it is not the column itself. */
  compareColumn?(column: string): string
  /** The column compared byte for byte, if its collation treats different texts as equal. */
  exact?(column: string): string
  readonly isText?: boolean
  readonly isInteger?: boolean
  /** Whether statements write and compare the value in the connection's time zone. */
  readonly isZoned?: boolean
}

export function createWire(dialect: Dialect, kind: Kind, column: CatalogColumn): Wire {
  const type = column.type.toLowerCase()
  switch (dialect.family) {
    case "postgres":
      return postgresWire(dialect, kind, type, column)
    case "mysql":
      return mysqlWire(dialect, kind, type, column)
    default:
      return sqliteWire(dialect, kind, type, column)
  }
}

function postgresWire(
  dialect: Dialect,
  kind: Kind,
  type: string,
  { hasFoldingCollation }: CatalogColumn,
): Wire {
  if (type.endsWith("[]")) return arrayWire(type)
  // Who chose citext wants every comparison to ignore case. Its extension can be in any schema.
  if (/(^|\.)citext$/.test(type))
    return { ...textWire(dialect), member: type.split(".").map(dialect.quote).join(".") }
  if (/^(text|character|name)/.test(type)) {
    const exact = hasFoldingCollation && { exact: (column: string) => `${column}::text COLLATE "C"` }
    // `character` alone would be a single one.
    const member = /^character(?! varying)/.test(type) ? "bpchar" : "text"
    return { ...textWire(dialect), ...exact, member }
  }
  if (/^(smallint|integer|bigint)$/.test(type)) return { ...integerWire(dialect), member: "bigint" }
  if (/^numeric/.test(type) && kind === "string") return numericWire
  if (/^(real|double precision|numeric)/.test(type)) return { ...numberWire(dialect), member: "float8" }
  if (type === "boolean") return { ...booleanWire(dialect), member: "boolean" }
  if (/with time zone$/.test(type)) return { ...dateWire(dialect, "date"), member: "timestamptz" }
  // Drizzle and Prisma write UTC into a column without a time zone.
  if (/^(timestamp|date)/.test(type)) return { ...dateWire(dialect, "utc_date"), member: "timestamp" }
  if (type === "jsonb" || type === "json") return jsonWire(dialect, (column) => `${column}::jsonb`)
  if (type === "uuid") return uuidWire
  // An enum, for example. The server converts the parameter to the column's type.
  return {
    ...textWire(dialect),
    selectColumn: (column) => `${column}::text`,
    compareColumn: (column) => `${column}::text`,
    member: "text",
  }
}

function mysqlWire(dialect: Dialect, kind: Kind, type: string, { hasFoldingCollation }: CatalogColumn): Wire {
  if (/^(tinyint|smallint|mediumint|int|bigint)/.test(type)) {
    // Some clients round a number that is too large for JavaScript, and a rounded id is the id of another row.
    const selectColumn = (column: string) => `CAST(${column} AS CHAR)`
    return { ...integerWire(dialect), ...(kind === "string" && { selectColumn }) }
  }
  // MariaDB reads a text that is not a UUID as null, and `not_in` with a null in its list matches no row.
  if (type === "uuid") return { ...textWire(dialect), to: uuidWire.to }
  if (/^decimal/.test(type) && kind === "string") return decimalWire
  if (/^(float|double|decimal)/.test(type)) return numberWire(dialect)
  if (/^(datetime|date)/.test(type)) return dateWire(dialect, "utc_date")
  if (/^timestamp/.test(type)) return timestampWire(dialect)
  // MariaDB stores JSON as a text, and clients parse it nevertheless, unless it is cast.
  if (type === "json" || kind === "json") return jsonWire(dialect)
  return { ...textWire(dialect), ...(hasFoldingCollation && dialect.asBytes && { exact: dialect.asBytes }) }
}

function sqliteWire(
  dialect: Dialect,
  kind: Kind,
  type: string,
  { hasFoldingCollation }: CatalogColumn,
): Wire {
  if (kind === "number") return numberWire(dialect)
  if (/int|bool/.test(type)) return integerWire(dialect)
  if (/real|floa|doub|num|dec/.test(type)) return numberWire(dialect)
  const exact = hasFoldingCollation && { exact: (column: string) => `${column} COLLATE BINARY` }
  // Prisma declares DATETIME and writes an offset; Better Auth's migrations declare `date` and its adapter writes a Z.
  const offset = type === "datetime" && kind === "date" && { to: toOffsetText }
  return { ...textWire(dialect), ...exact, ...offset }
}

const plain = (dialect: Dialect, storage: Storage) => ({
  selectColumn: (column: string) => dialect.selectColumn(column, storage),
  parameter: (position: number) => dialect.parameter(position, storage),
})

/** Half of a surrogate pair has no UTF-8 form. PostgreSQL refuses NUL, and libsql cuts the text at it. */
export const isStorable = ({ family }: Dialect, text: string): boolean =>
  text.isWellFormed() && (family === "mysql" || !text.includes("\0"))

function textWire(dialect: Dialect): Wire {
  return {
    ...plain(dialect, "text"),
    isText: true,
    to(kind, value) {
      const text = kind === "string" && typeof value === "string" ? value : toText(kind, value)
      return text !== undefined && isStorable(dialect, text) ? text : undefined
    },
    from(kind, stored) {
      // SQLite stores a number in a column of dates as a number.
      if (kind === "date")
        return new Date(timeFrom(typeof stored === "number" ? stored : readText(dialect, stored)))
      const text = readText(dialect, stored)
      return kind === "string" ? text : fromText(kind, text)
    },
  }
}

const readText = (dialect: Dialect, stored: unknown): string =>
  typeof stored === "string" ? stored : (dialect.decode("text", stored) as string)

function toText(kind: Kind, value: unknown): string | undefined {
  if (kind === "json") return JSON.stringify(value)
  if (kind === "date") {
    const time = timeFrom(value)
    return Number.isNaN(time) ? undefined : new Date(time).toISOString()
  }
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString()
  if (typeof value === "number" && Number.isNaN(value)) return undefined
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}

const toOffsetText: Wire["to"] = (kind, value) => toText(kind, value)?.replace(/Z$/, "+00:00")

function fromText(kind: Kind, text: string): unknown {
  if (kind === "number") return Number(text)
  if (kind === "boolean") return /^(t|true|1)$/i.test(text)
  return parseJson(text)
}

/** Other adapters store a text that is no JSON as it is. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const isDigits = /^-?\d{1,19}$/

function integerWire(dialect: Dialect): Wire {
  const asBound = (value: string | number): Bound =>
    dialect.family === "sqlite" ? Number(value) : String(value)
  // SQLite gets a number of JavaScript, which must not become another one.
  const bits = dialect.family === "sqlite" ? 54 : 64
  const wholeNumber = (value: bigint): Bound | undefined =>
    BigInt.asIntN(bits, value) === value ? asBound(String(value)) : undefined
  return {
    ...plain(dialect, "integer"),
    isInteger: true,
    to(kind, value) {
      if (kind === "date") {
        const time = timeFrom(value)
        return Number.isNaN(time) ? undefined : asBound(time)
      }
      if (typeof value === "boolean") return asBound(value ? 1 : 0)
      if (typeof value === "number") return Number.isSafeInteger(value) ? asBound(value) : undefined
      const text = typeof value === "string" || typeof value === "bigint" ? String(value) : ""
      return isDigits.test(text) ? wholeNumber(BigInt(text)) : undefined
    },
    from(kind, stored) {
      if (kind === "string") return String(stored)
      if (kind === "boolean") return Number(stored) !== 0
      // A column of integers can hold a text in SQLite.
      return kind === "date" ? new Date(timeFrom(numeric(stored))) : Number(stored)
    },
  }
}

/** Dates as seconds, in an integer column. */
export const secondsWire = (inMs: Wire): Wire => ({
  ...inMs,
  to: (_kind, value) => inMs.to("number", Math.floor(timeFrom(value) / 1000)),
  from: (_kind, stored) => new Date(timeFrom(Number(stored) * 1000)),
})

const numeric = (stored: unknown): unknown => (isDigits.test(String(stored)) ? Number(stored) : stored)

function numberWire(dialect: Dialect): Wire {
  const integer = integerWire(dialect)
  return {
    ...plain(dialect, "number"),
    to(kind, value) {
      if (kind !== "number" && kind !== "string") return integer.to(kind, value)
      const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value
      if (typeof number === "boolean") return number ? 1 : 0
      return typeof number === "number" && Number.isFinite(number)
        ? dialect.encode("number", number)
        : undefined
    },
    from: (kind, stored) => integer.from(kind, dialect.decode("number", stored)),
  }
}

function booleanWire(dialect: Dialect): Wire {
  return {
    ...plain(dialect, "boolean"),
    to(_kind, value) {
      const text = String(value)
      if (!/^(true|false|0|1)$/.test(text)) return undefined
      return text === "true" || text === "1" ? "true" : "false"
    },
    from(kind, stored) {
      const value = dialect.decode("boolean", stored)
      return kind === "number" ? Number(value) : value
    },
  }
}

function dateWire(dialect: Dialect, storage: Storage): Wire {
  return {
    ...plain(dialect, storage),
    to(_kind, value) {
      const time = timeFrom(value)
      return Number.isNaN(time) ? undefined : dialect.encode(storage, new Date(time))
    },
    from: (_kind, stored) => dialect.decode(storage, stored),
  }
}

/** The server converts a TIMESTAMP by the connection's time zone, except in `UNIX_TIMESTAMP`. */
const timestampWire = (dialect: Dialect): Wire => ({
  ...dateWire(dialect, "utc_date"),
  selectColumn: (column) => `CAST(UNIX_TIMESTAMP(${column}) * 1000 AS SIGNED)`,
  from: (_kind, stored) => new Date(Number(stored)),
  isZoned: true,
})

function jsonWire(dialect: Dialect, compareColumn?: (column: string) => string): Wire {
  return {
    ...plain(dialect, "json"),
    ...(compareColumn && { compareColumn }),
    to: (_kind, value) => JSON.stringify(value),
    from: (_kind, stored) => parseJson(readText(dialect, stored)),
  }
}

/** A list of PostgreSQL, read as JSON. */
function arrayWire(type: string): Wire {
  const literal = (values: readonly unknown[]): string =>
    `{${values.map((value) => (value === null ? "NULL" : `"${String(value).replace(/["\\]/g, "\\$&")}"`)).join()}}`
  return {
    selectColumn: (column) => `to_json(${column})::text`,
    parameter: (position) => `$${position}::text::${type}`,
    to: (_kind, value) => (Array.isArray(value) ? literal(value) : undefined),
    from: (_kind, stored) => parseJson(String(stored)),
  }
}
