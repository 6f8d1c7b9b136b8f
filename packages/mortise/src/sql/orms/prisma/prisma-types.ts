import type { EngineName } from "../../../schema/engine-name.ts"
import type { PrismaField } from "./prisma-schema-text.ts"

// The SQL types that Prisma Migrate creates for a field without `@db`.
const types: Readonly<Record<EngineName, Readonly<Record<string, string>>>> = {
  postgres: {
    String: "text",
    Boolean: "boolean",
    Int: "integer",
    BigInt: "bigint",
    Float: "double precision",
    Decimal: "decimal(65,30)",
    DateTime: "timestamp(3)",
    Json: "jsonb",
    Bytes: "bytea",
  },
  mysql: {
    String: "varchar(191)",
    Boolean: "tinyint(1)",
    Int: "int",
    BigInt: "bigint",
    Float: "double",
    Decimal: "decimal(65,30)",
    DateTime: "datetime(3)",
    Json: "json",
    Bytes: "longblob",
  },
  sqlite: {
    String: "text",
    Boolean: "boolean",
    Int: "integer",
    BigInt: "bigint",
    Float: "real",
    Decimal: "decimal",
    DateTime: "datetime",
    Json: "jsonb",
    Bytes: "blob",
  },
}

/** Whether a field is a column of a scalar type, and not a relation or an enum. */
export const isScalar = ({ type }: PrismaField): boolean =>
  type in types.postgres || type.startsWith("Unsupported")

/** The SQL type of a field, by its `@db` attribute or by the type that Prisma Migrate creates. */
export function sqlType(field: PrismaField, engine: EngineName): string {
  const { type, isList, attributes } = field
  const native = attributes.find(({ name }) => name.startsWith("db."))
  const unsupported = /^Unsupported\s*\("(.*)"\)$/s.exec(type)?.[1]
  const bare = native ? nativeType(native.name.slice("db.".length), native.arguments) : types[engine][type]
  return (unsupported?.toLowerCase() ?? bare ?? "enum") + (isList ? "[]" : "")
}

/** `VarChar(255)` is `varchar(255)`, `DoublePrecision` is `double precision`, `UnsignedInt` is `int unsigned`. */
function nativeType(name: string, parameters: readonly string[]): string {
  const lower = name.toLowerCase()
  const [, unsigned] = /^unsigned(\w+)$/.exec(lower) ?? []
  if (unsigned) return `${unsigned} unsigned`
  if (lower === "doubleprecision") return "double precision"
  return parameters.length > 0 ? `${lower}(${parameters.join(",")})` : lower
}
