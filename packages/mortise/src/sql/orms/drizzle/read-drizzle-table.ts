import type { DateStorage, Kind } from "../../../contract/fields.ts"
import type { EngineName } from "../../../schema/engine-name.ts"
import type { OrmColumn, OrmTable } from "../orm-table.ts"
import type { DrizzleHandle } from "./describe-drizzle.ts"

const columnsSymbol = Symbol.for("drizzle:Columns")
const nameSymbol = Symbol.for("drizzle:Name")
const schemaSymbol = Symbol.for("drizzle:Schema")

/** The parts of a Drizzle table that describe it. */
export type TableParts = {
  readonly [columnsSymbol]: Readonly<Record<string, ColumnParts>>
  readonly [nameSymbol]: string
  readonly [schemaSymbol]?: string
}

type ColumnParts = {
  readonly name: string
  readonly keyAsName?: boolean
  readonly notNull: boolean
  readonly primary?: boolean
  readonly default?: unknown
  readonly defaultFn?: () => unknown
  readonly onUpdateFn?: () => unknown
  readonly generated?: object
  readonly generatedIdentity?: { readonly type?: string }
  readonly autoIncrement?: boolean
  readonly dimensions?: number
  readonly dataType: string
  readonly columnType: string
  /** On SQLite: whether an integer holds seconds or milliseconds. */
  readonly mode?: string
  getSQLType(): string
  mapToDriverValue(value: unknown): unknown
  mapFromDriverValue(value: unknown): unknown
}

/** Names a column that was declared without a column name. Drizzle 1.0 does so in the table. */
export type Casing = { getColumnCasing(column: object): string }

export const isTable = (value: unknown): value is TableParts =>
  typeof value === "object" && value !== null && columnsSymbol in value

/** The tables by their export names: from the schema in Drizzle 0.45, from the relations in Drizzle 1.0. */
export function readExports({ _ }: DrizzleHandle): Readonly<Record<string, unknown>> {
  const { fullSchema = {}, relations = {} } = _ as {
    readonly fullSchema?: Readonly<Record<string, unknown>>
    readonly relations?: Readonly<Record<string, { readonly table?: unknown }>>
  }
  const related = Object.entries(relations).map(([name, relation]) => [name, Object(relation).table])
  return { ...fullSchema, ...Object.fromEntries(related) }
}

/** The names of a table and of its columns, and which columns hold seconds. */
export const readTableNames = (table: TableParts, casing: Casing | undefined) => ({
  table: table[nameSymbol],
  schema: table[schemaSymbol],
  columns: Object.entries(table[columnsSymbol]).map(([property, column]) => ({
    property,
    column: readColumnName(column, casing),
    stored: readDateStorage(column),
  })),
})

const readColumnName = (column: ColumnParts, casing: Casing | undefined): string =>
  (column.keyAsName && casing?.getColumnCasing(column)) || column.name

/** Only columns of SQLite have this mode. */
const readDateStorage = ({ mode }: ColumnParts): DateStorage | undefined =>
  mode === "timestamp" ? "seconds" : undefined

/** Reads a table that Drizzle describes. */
export const readDrizzleTable = (
  engine: EngineName,
  table: TableParts,
  casing: Casing | undefined,
): OrmTable => ({
  table: table[nameSymbol],
  schema: table[schemaSymbol],
  columns: Object.entries(table[columnsSymbol]).map(([property, column]) =>
    readColumn(engine, property, column, casing),
  ),
})

function readColumn(
  engine: EngineName,
  property: string,
  column: ColumnParts,
  casing: Casing | undefined,
): OrmColumn {
  const { notNull, primary, generated, generatedIdentity, defaultFn, onUpdateFn } = column
  const type = column.getSQLType().toLowerCase()
  // Drizzle calls the function of `$onUpdate` on insert too, if the column has no default.
  const hasDatabaseDefault = column.default !== undefined
  const isNumbered =
    /serial/.test(type) ||
    column.autoIncrement === true ||
    (engine === "sqlite" && primary && type === "integer")
  return {
    property,
    column: readColumnName(column, casing),
    type,
    kind: readColumnKind(column, type),
    stored: readDateStorage(column),
    notNull: notNull || primary === true,
    hasDefault: hasDatabaseDefault || isNumbered || generatedIdentity !== undefined,
    isGenerated: generated !== undefined || generatedIdentity?.type === "always",
    onInsert:
      defaultFn ?? toConstantFunction(column.default) ?? (hasDatabaseDefault ? undefined : onUpdateFn),
    onUpdate: onUpdateFn,
  }
}

/** A default that is a value. It is sent like Drizzle's other values, so that every engine returns it. */
const toConstantFunction = (value: unknown): (() => unknown) | undefined =>
  value === undefined || isSql(value) ? undefined : () => value

const isSql = (value: unknown): boolean => typeof value === "object" && value !== null && "getSQL" in value

// Drizzle 1.0 has a second word: "object date", "number int32", "string timestamp".
function readColumnKind(column: ColumnParts, type: string): Kind | "opaque" | undefined {
  const { dataType, columnType, dimensions } = column
  if (dimensions || /^(array|bigint|buffer)/.test(dataType) || /Blob|Buffer/.test(columnType)) return "opaque"
  if (dataType === "custom") return readCustomKind(column)
  if (/^(object )?date$/.test(dataType)) return "date"
  if (/^(object )?json$/.test(dataType)) return "json"
  if (dataType === "boolean") return "boolean"
  if (/^number/.test(dataType)) return /int|serial/.test(type) ? "integer" : "number"
  // Drizzle returns such a date as a string, database clients as a `Date`.
  if (/^string/.test(dataType)) return /^(timestamp|datetime)/.test(type) ? "opaque" : "text"
  return "opaque"
}

const sample = { a: [1] }
const sampleText = JSON.stringify(sample)

/** Finds out how a custom type converts values: not at all, to JSON text, or in a way that only Drizzle knows. */
function readCustomKind(column: ColumnParts): "json" | "opaque" | undefined {
  try {
    const stored = column.mapToDriverValue(sample)
    if (stored === sample && column.mapFromDriverValue(sample) === sample) return undefined
    const read = stored === sampleText ? column.mapFromDriverValue(stored) : undefined
    return JSON.stringify(read) === sampleText ? "json" : "opaque"
  } catch {
    return "opaque"
  }
}
