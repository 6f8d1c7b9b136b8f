import type { EngineName } from "../../../schema/engine-name.ts"
import { engines } from "./engines.ts"
import type { EntityColumn } from "./entity-table.ts"
import { quoteString } from "./source-text.ts"

type PrismaType = readonly [type: string, native?: string | undefined]

const parseSize = (type: string): string => /\(\d+\)/.exec(type)?.[0] ?? "(0)"

function onPostgres({ type }: EntityColumn): PrismaType {
  if (type.startsWith("timestamptz")) return ["DateTime", `Timestamptz${parseSize(type)}`]
  if (type.startsWith("timestamp")) return ["DateTime", `Timestamp${parseSize(type)}`]
  if (type === "uuid") return ["String", "Uuid"]
  const types: Partial<Record<string, string>> = {
    bigint: "BigInt",
    "double precision": "Float",
    boolean: "Boolean",
    jsonb: "Json",
  }
  return [types[type] ?? "String"]
}

function onMysql({ type }: EntityColumn): PrismaType {
  if (type.startsWith("datetime")) return ["DateTime", `DateTime${parseSize(type)}`]
  // Keys are compared as bytes. Prisma has bytes for such a column, and no other type.
  if (type.startsWith("varbinary")) return ["Bytes", `VarBinary${parseSize(type)}`]
  if (type.startsWith("varchar")) return ["String", `VarChar${parseSize(type)}`]
  const types: Partial<Record<string, PrismaType>> = {
    bigint: ["BigInt"],
    double: ["Float"],
    boolean: ["Boolean"],
    longtext: ["String", "LongText"],
  }
  return types[type] ?? ["String", "MediumText"]
}

// Prisma's own booleans, dates and JSON have other types on SQLite. A date in milliseconds does not fit in an Int.
function onSqlite({ type, storage }: EntityColumn): PrismaType {
  if (type === "real") return ["Float"]
  if (type === "text") return ["String"]
  return [storage === "boolean" ? "Int" : "BigInt"]
}

/** The type of a column in Prisma, and its native type if Prisma would choose another one. */
export const prismaType = (column: EntityColumn, engine: EngineName): PrismaType =>
  ({ postgres: onPostgres, mysql: onMysql, sqlite: onSqlite })[engine](column)

/** `@default(…)`, or nothing. */
export function prismaDefault(column: EntityColumn, engine: EngineName): string | undefined {
  const [type] = prismaType(column, engine)
  if (column.isSerial) return "@default(autoincrement())"
  if (column.isUuid && type === "String") return "@default(uuid())"
  if (column.default === undefined) return undefined
  const { dialect, literal } = engines[engine]
  const encoded = dialect.encode(column.storage, column.default)
  if (engine === "mysql" && type === "String")
    return `@default(dbgenerated(${quoteString(literal(encoded))}))`
  if (column.default instanceof Date && type === "DateTime")
    return `@default(${quoteString(column.default.toISOString())})`
  if (column.storage === "boolean") return `@default(${type === "Int" ? encoded : column.default})`
  return `@default(${type === "String" || type === "Json" ? quoteString(String(encoded)) : String(encoded)})`
}
