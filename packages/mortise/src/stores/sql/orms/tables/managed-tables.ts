import type { Kind } from "../../../../contract/fields.ts"
import { type ModelName, models } from "../../../../contract/models.ts"
import type { IdMode, ManagedTables, Schema } from "../../../../contract/schema.ts"
import { defineSchema } from "../../../../schema/define-schema.ts"
import type { EngineName } from "../../../../schema/engine-name.ts"
import { rawEngines } from "../../../../sql/orms/connections/raw-engine.ts"
import { type ModelTable, toModelTables } from "../../compile/tables.ts"

/** A column that the ORM's schema lacks. */
export type NeededColumn = {
  readonly model: ModelName
  /** The contract's field, which is also the property's name. */
  readonly field: string
  readonly column: string
  readonly kind: Kind
  /** The SQL type of the engine: `timestamptz(3)`. */
  readonly type: string
  readonly notNull: boolean
}

/** Writes a column's declaration for the ORM's schema, or in SQL. */
export type DeclareColumn = (column: NeededColumn) => string

export const declareAsSql: DeclareColumn = ({ column, type, notNull }) =>
  `${column} ${type}${notNull ? " NOT NULL" : ""}`

/** The column that a field of the contract needs on an engine. */
export function neededColumn(engine: EngineName, ids: IdMode, model: ModelName, field: string): NeededColumn {
  const spec = toModelTables(defineSchema({ ids }), rawEngines[engine].dialect).find(
    (candidate) => candidate.model.name === model,
  ) as ModelTable
  return toNeededColumns(spec).find((column) => column.field === field) as NeededColumn
}

type Parts = {
  readonly orm: string
  readonly engine: EngineName
  readonly schema: Schema
  readonly missing: readonly ModelName[]
  readonly declare: DeclareColumn
}

/** What `migrate` and errors say about tables that an ORM manages. */
export const managedTables = ({ orm, engine, schema, missing, declare }: Parts): ManagedTables => ({
  by: orm,
  missing,
  advice(model, field) {
    const spec = toModelTables(schema, rawEngines[engine].dialect).find(
      (candidate) => candidate.model.name === model,
    )
    const columns = toNeededColumns(spec as ModelTable).filter(
      (column) => field === undefined || column.field === field,
    )
    const lines = columns.map((column) => `\n  ${declare(column)}`).join("")
    const key = models[model].keys[0].join(", ")
    return field === undefined
      ? `add a table for ${model} to the schema of ${orm}, with the primary key (${key}) and the columns:${lines}`
      : `add its column to the schema of ${orm}, and run its migration:${lines}`
  },
})

const toNeededColumns = ({ model, columns }: ModelTable): NeededColumn[] =>
  columns.map(({ field, column, type, notNull }) => ({
    model: model.name,
    field: field.name,
    column,
    kind: field.kind,
    type,
    notNull,
  }))
