/**
 * How each column of the real tables stores a field of Better Auth. Its Kysely migrations, its Drizzle schema and its
 * Prisma schema give the same field different types, so the type in the database decides, not the field alone.
 */
import type { EngineName } from "../schema/engine-name.ts"
import type { Dialect } from "../sql/dialect.ts"
import type { Bound } from "../sql/driver.ts"
import { timeFrom } from "./dates.ts"
import { type CatalogColumn, createWire, type Kind, secondsWire, type Wire } from "./wires.ts"

export type Operator =
  | "eq"
  | "ne"
  | "lt"
  | "lte"
  | "gt"
  | "gte"
  | "in"
  | "not_in"
  | "contains"
  | "starts_with"
  | "ends_with"

/** A field of a model, as Better Auth's options declare it. */
export type FieldSpec = {
  readonly field: string
  readonly column: string
  readonly kind: Kind
  readonly isUnique: boolean
  /** The column's name in the database, if an ORM's schema declares it. */
  readonly stored?: string | undefined
  /** Whether an integer column holds dates as seconds. Default: as milliseconds. */
  readonly isInSeconds?: boolean | undefined
}

export type Column = FieldSpec & {
  readonly quoted: string
  readonly isNullable: boolean
  readonly isKey: boolean
  readonly isIndexed: boolean
  readonly wire: Wire
  /** A stored value, as Better Auth expects it. */
  decode(stored: unknown): unknown
  /** A value to store; undefined if the column cannot hold it. */
  encode(value: unknown): Bound | undefined
  /** A value to compare the column with; undefined if no stored value can equal it. */
  comparable(value: unknown, operator?: Operator): Bound | undefined
}

export function createColumn(dialect: Dialect, spec: FieldSpec, existing: CatalogColumn | undefined): Column {
  const { kind } = spec
  const ofType = createWire(dialect, kind, existing ?? guessColumn(dialect.family, kind))
  const isInSeconds = spec.isInSeconds === true && kind === "date" && ofType.isInteger === true
  const wire = isInSeconds ? secondsWire(ofType) : ofType
  return {
    ...spec,
    quoted: dialect.quote(spec.column),
    isNullable: existing?.notNull !== true,
    isKey: existing?.isKey ?? false,
    isIndexed: existing?.isIndexed ?? false,
    wire,
    decode: (stored) => (stored === null || stored === undefined ? null : wire.from(kind, stored)),
    encode: (value) => (value === null || value === undefined ? null : wire.to(kind, value)),
    comparable(value, operator) {
      if (isInSeconds) return wire.to(kind, roundToSecond(value, operator))
      if (!wire.isInteger) return wire.to(kind, value)
      if (isLarge(value)) return dialect.family === "sqlite" ? value : wire.to(kind, BigInt(value))
      return wire.to(kind, roundToInteger(value, operator))
    },
  }
}

/** Whether a value is a whole number that is not exact enough to be stored. */
const isLarge = (value: unknown): value is number => Number.isInteger(value) && !Number.isSafeInteger(value)

/** A number that an integer column can be compared with: the next one in the direction of the comparison. */
function roundToInteger(value: unknown, operator: Operator | undefined): unknown {
  if (typeof value !== "number" || Number.isInteger(value)) return value
  if (operator === "lt" || operator === "gte") return Math.ceil(value)
  return operator === "gt" || operator === "lte" ? Math.floor(value) : undefined
}

/** The second that stored seconds can be compared with. Drizzle cuts milliseconds off, in equations too. */
function roundToSecond(value: unknown, operator: Operator | undefined): number {
  const seconds = timeFrom(value) / 1000
  return (operator === "lt" || operator === "gte" ? Math.ceil(seconds) : Math.floor(seconds)) * 1000
}

/** The types of Better Auth's own migrations, for tables that the catalog does not show. */
const types: Readonly<Record<EngineName, Readonly<Record<Kind, string>>>> = {
  postgres: {
    string: "text",
    number: "bigint",
    boolean: "boolean",
    date: "timestamp with time zone",
    json: "jsonb",
  },
  mysql: { string: "text", number: "bigint", boolean: "tinyint(1)", date: "datetime(3)", json: "json" },
  sqlite: { string: "text", number: "integer", boolean: "integer", date: "date", json: "text" },
}

const guessColumn = (family: EngineName, kind: Kind): CatalogColumn => ({
  type: types[family][kind],
  notNull: false,
  hasFoldingCollation: family === "mysql",
  isKey: false,
  isIndexed: false,
})
