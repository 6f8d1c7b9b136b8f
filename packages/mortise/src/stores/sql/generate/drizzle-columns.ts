import type { Json } from "../../../contract/fields.ts"
import type { EngineName } from "../../../schema/engine-name.ts"
import { engines } from "./engines.ts"
import type { EntityColumn } from "./entity-table.ts"
import { list, objectText, quoteString } from "./source-text.ts"

/** The function that makes a column in Drizzle, and its options. */
export type Builder = readonly [name: string, options?: Readonly<Record<string, unknown>>]

type ToBuilder = (column: EntityColumn) => Builder

const parseSize = (type: string): number => Number(/\((\d+)\)/.exec(type)?.[1] ?? 0)
const toEnumOption = ({ oneOf }: EntityColumn) => ({ enum: oneOf && list(oneOf.map(quoteString)) })
const inNumbers = { mode: quoteString("number") }

const onPostgres: ToBuilder = (column) => {
  const { type } = column
  const precision = parseSize(type)
  if (type.startsWith("timestamptz")) return ["timestamp", { withTimezone: true, precision }]
  if (type.startsWith("timestamp")) return ["timestamp", { precision }]
  if (type === "bigint") return ["bigint", inNumbers]
  if (type === "double precision") return ["doublePrecision"]
  return type === "text" ? ["text", toEnumOption(column)] : [type]
}

const onMysql: ToBuilder = (column) => {
  const { type, storage } = column
  if (type.startsWith("datetime")) return ["datetime", { fsp: parseSize(type) || undefined }]
  if (type.startsWith("var")) return [type.replace(/\(.*/, ""), { length: parseSize(type) }]
  if (type === "bigint") return ["bigint", inNumbers]
  if (storage === "json") return ["jsonText"]
  return type === "mediumtext" ? ["mediumtext", toEnumOption(column)] : [type]
}

const onSqlite: ToBuilder = (column) => {
  const { type, storage } = column
  if (storage === "json") return ["text", { mode: quoteString("json") }]
  if (type === "text") return ["text", toEnumOption(column)]
  if (storage === "boolean") return ["integer", { mode: quoteString("boolean") }]
  if (storage === "seconds_date") return ["integer", { mode: quoteString("timestamp") }]
  return storage.endsWith("date") ? ["integer", { mode: quoteString("timestamp_ms") }] : [type]
}

const builders: Readonly<Record<EngineName, ToBuilder>> = {
  postgres: onPostgres,
  mysql: onMysql,
  sqlite: onSqlite,
}

const serials: Readonly<Record<EngineName, string>> = {
  postgres: ".primaryKey().generatedByDefaultAsIdentity()",
  mysql: ".autoincrement().primaryKey()",
  sqlite: ".primaryKey({ autoIncrement: true })",
}

/** A column of Drizzle: `email: text("email").unique("users_email_key")`, without the key. */
export function columnText(column: EntityColumn, engine: EngineName, unique: string | undefined): string {
  const [name, options = {}] = builders[engine](column)
  const call = `${name}(${[quoteString(column.column), objectText(options)].filter(Boolean).join(", ")})`
  if (column.isSerial) return call + serials[engine]
  return [
    call,
    column.isPrimary ? ".primaryKey()" : column.notNull && ".notNull()",
    unique !== undefined && `.unique(${quoteString(unique)})`,
    column.isUuid && ".$defaultFn(() => crypto.randomUUID())",
    column.default !== undefined && `.default(${defaultText(column, engine)})`,
  ]
    .filter(Boolean)
    .join("")
}

function defaultText({ default: value = null, storage }: EntityColumn, engine: EngineName): string {
  const { dialect, literal } = engines[engine]
  if (storage === "json" && engine === "postgres") return JSON.stringify(sortLikeJsonb(value as Json))
  const isPlain = ["text", "integer", "number"].includes(storage)
  if (isPlain || (storage === "boolean" && engine !== "sqlite")) return JSON.stringify(value)
  // drizzle-kit would write these in its own form, and then find a difference.
  return `sql\`${literal(dialect.encode(storage, value)).replaceAll(/[\\`$]/g, "\\$&")}\``
}

/** The value with its members in the order in which PostgreSQL stores them: by length in bytes, then by bytes. */
function sortLikeJsonb(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortLikeJsonb)
  if (typeof value !== "object" || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, sortLikeJsonb(member)] as const)
  return Object.fromEntries(members.sort(([left], [right]) => compareNames(left, right)))
}

const encoder = new TextEncoder()

function compareNames(left: string, right: string): number {
  const [a, b] = [encoder.encode(left), encoder.encode(right)]
  if (a.length !== b.length) return a.length - b.length
  const index = a.findIndex((byte, at) => byte !== b[at])
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0)
}
