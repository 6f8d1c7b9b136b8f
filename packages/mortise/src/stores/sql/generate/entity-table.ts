import type { Value } from "../../../contract/rows.ts"
import type { Schema } from "../../../contract/schema.ts"
import { schemaFor } from "../../../schema/define-schema.ts"
import type { EngineName } from "../../../schema/engine-name.ts"
import { type Storage, toStorage } from "../../../sql/storage.ts"
import {
  constantDefault,
  foreignKeyName,
  indexName,
  lowerIndexName,
} from "../../../sql/tables/create-table.ts"
import type { ColumnSpec } from "../../../sql/tables/table-spec.ts"
import { type ModelTable, toModelTables } from "../compile/tables.ts"
import { engines } from "./engines.ts"

/** A table as `migrate` creates it, in the terms that ORMs have in common. Columns are named by their fields. */
export type EntityTable = {
  /** The name of the model with an upper-case first letter: `VerificationToken`. */
  readonly entity: string
  readonly table: string
  /** Its PostgreSQL schema. */
  readonly pgSchema: string | undefined
  /** Whether these are only some of its columns and keys. */
  readonly isPart?: true
  readonly columns: readonly EntityColumn[]
  /** The name of the primary key on PostgreSQL. */
  readonly keyName: string
  /** The fields of a primary key of several columns. */
  readonly compositeKey: readonly string[]
  /** Unique keys besides the primary key; each has one field. */
  readonly uniques: readonly NamedColumn[]
  readonly indexes: readonly NamedColumns[]
  /** Unique indexes to add to an existing table, which has a primary key already. */
  readonly uniqueIndexes?: readonly NamedColumns[]
  /** Fields that refer to the id of a user, and are deleted with the user. */
  readonly owners: readonly { readonly name: string; readonly field: string; readonly references: string }[]
  /** Unique indexes on a text in lower case. */
  readonly lowerUniques: readonly NamedColumn[]
}

type NamedColumn = { readonly name: string; readonly field: string }

type NamedColumns = { readonly name: string; readonly fields: readonly string[] }

export type EntityColumn = {
  readonly field: string
  readonly column: string
  /** The SQL type in lower case, without character set and collation: `varbinary(255)`. */
  readonly type: string
  /** The collation of a key on PostgreSQL. */
  readonly collation: string | undefined
  readonly storage: Storage
  readonly notNull: boolean
  /** Whether the column alone is the primary key. */
  readonly isPrimary: boolean
  /** Whether the database generates numbers for the column. */
  readonly isSerial: boolean
  /** Whether Mortise stores a new UUID if the caller gives no value. */
  readonly isUuid: boolean
  /** The default in the database. */
  readonly default: Value | undefined
  readonly oneOf: readonly string[] | undefined
}

/** The tables of a schema on an engine, users first. */
export function toEntityTables(schema: Schema, engine: EngineName): EntityTable[] {
  const { dialect } = engines[engine]
  const engineSchema = schemaFor(schema, engine)
  return toModelTables(engineSchema, dialect).map((spec) => ({
    ...toEntityTable(spec, engine),
    pgSchema: engineSchema.pgSchema,
  }))
}

function toEntityTable(spec: ModelTable, engine: EngineName): Omit<EntityTable, "pgSchema"> {
  const { model, table, primaryKey } = spec
  const toFieldName = (column: string): string =>
    spec.columns.find((candidate) => candidate.column === column)?.field.name ?? column
  const toFieldNames = (columns: readonly string[]): string[] => columns.map(toFieldName)
  return {
    entity: `${model.name.charAt(0).toUpperCase()}${model.name.slice(1)}`,
    table,
    keyName: primaryKeyName(table),
    columns: spec.columns.map((column) => toEntityColumn(column, primaryKey)),
    compositeKey: primaryKey.length > 1 ? toFieldNames(primaryKey) : [],
    uniques: spec.uniques.map((columns) => ({
      name: uniqueName(engine, table, columns),
      field: toFieldNames(columns)[0] as string,
    })),
    indexes: spec.indexes.map((columns) => ({
      name: indexName(table, columns),
      fields: toFieldNames(columns),
    })),
    owners: spec.foreignKeys.map(({ column }) => ({
      name: foreignKeyName(table, column),
      field: toFieldName(column),
      references: "id",
    })),
    lowerUniques: spec.lowerUniques.map((column) => ({
      name: lowerIndexName(spec, column),
      field: toFieldName(column),
    })),
  }
}

function toEntityColumn(spec: ColumnSpec, primaryKey: readonly string[]): EntityColumn {
  const { field, column, notNull } = spec
  const isPrimary = primaryKey.length === 1 && primaryKey[0] === column
  const isId = isPrimary && field.form === "id"
  const isSerial = /IDENTITY|AUTO_?INCREMENT/.test(spec.type)
  return {
    field: field.name,
    column,
    type: /^(double precision|[a-z]+(\(\d+\))?)/i.exec(spec.type)?.[0].toLowerCase() ?? spec.type,
    collation: /COLLATE "(\w+)"/.exec(spec.type)?.[1],
    storage: toStorage(field),
    notNull,
    isPrimary,
    isSerial,
    isUuid: isId && !isSerial,
    default: notNull ? constantDefault(spec) : undefined,
    oneOf: field.oneOf,
  }
}

/** The name of a unique key: `migrate` names it on SQLite, the engine does elsewhere. */
function uniqueName(engine: EngineName, table: string, columns: readonly string[]): string {
  if (engine === "mysql") return columns[0] ?? table
  return engine === "sqlite"
    ? indexName(table, columns, { isUnique: true })
    : chosenName(table, columns, "key")
}

/** The name of a primary key on PostgreSQL. Elsewhere it has none that matters. */
const primaryKeyName = (table: string): string => chosenName(table, [], "pkey")

const longest = 63

/** The name that PostgreSQL chooses for a key: it shortens the longer of the table and the columns until they fit. */
function chosenName(table: string, columns: readonly string[], ending: string): string {
  const names = [table, ...(columns.length > 0 ? [columns.join("_")] : [])]
  const text = () => [...names, ending].join("_")
  while (new TextEncoder().encode(text()).length > longest) {
    const index = (names[0] ?? "").length > (names[1] ?? "").length ? 0 : 1
    names[index] = (names[index] ?? "").slice(0, -1)
  }
  return text()
}
