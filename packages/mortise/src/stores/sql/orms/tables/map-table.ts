import type { Field } from "../../../../contract/fields.ts"
import { type ModelDescription, type ModelName, models } from "../../../../contract/models.ts"
import type { ExistingTable } from "../../../../contract/schema.ts"
import type { EngineName } from "../../../../schema/engine-name.ts"
import type { OrmColumn, OrmTable } from "../../../../sql/orms/orm-table.ts"
import { findDateStorage, findKind } from "./column-kind.ts"

type Context = {
  readonly engine: EngineName
  throwInvalid(sentence: string): never
  explainMissing(field: string): string
}

/** What a schema needs to know about an ORM's table: the columns by field, and how they differ from the contract. */
type MappedTable = { readonly columns: Readonly<Record<string, string>>; readonly existing: ExistingTable }

export function mapTable(model: ModelName, table: OrmTable, context: Context): MappedTable {
  const { engine, throwInvalid, explainMissing } = context
  checkUsable(table, throwInvalid)
  const { fields: needed }: ModelDescription = models[model]
  const matches = columnsByField(Object.keys(needed), table.columns)
  const columns: Record<string, string> = {}
  const fields: Record<string, Field> = {}
  const without: string[] = []
  for (const [name, field] of Object.entries(needed)) {
    const column = matches.get(name)
    if (!column) {
      if (field.presence !== "optional") throwInvalid(explainMissing(name))
      without.push(name)
      continue
    }
    if (column.kind === "opaque" || column.isGenerated)
      throwInvalid(`The column ${table.table}.${column.column} cannot be used: ${whyOpaque(column)}`)
    const stored = findDateStorage(engine, column)
    if (field.kind === "date" && !stored)
      throwInvalid(`${table.table}.${column.column} is ${column.type}, which is not a type for dates.`)
    columns[name] = column.column
    fields[name] = {
      ...field,
      ...filledBy(field, column),
      ...(field.kind === "date" && stored && { stored }),
    }
  }
  const used = new Set(matches.values())
  for (const column of table.columns.filter((candidate) => !used.has(candidate))) {
    const extra = toExtraField(model, engine, column)
    if (typeof extra === "string") throwInvalid(`${table.table}.${column.column} ${extra}`)
    else if (extra) {
      columns[column.property] = column.column
      fields[column.property] = extra
    }
  }
  return { columns, existing: { table: table.table, without, fields } }
}

function checkUsable({ table, columns, refusal }: OrmTable, throwInvalid: Context["throwInvalid"]): void {
  if (refusal) throwInvalid(`The table ${table} cannot be used: ${refusal}`)
  const refused = columns.find((column) => column.refusal)
  if (refused) throwInvalid(`The column ${table}.${refused.column} cannot be used: ${refused.refusal}`)
}

const whyOpaque = ({ isGenerated }: OrmColumn): string =>
  isGenerated
    ? "the database computes it: make it an ordinary column."
    : "only the ORM can convert its values: give it a built-in type."

// The adapter always sets the contract's required fields. The schema's `newId` creates ids.
function filledBy({ presence }: Field, { onInsert, onUpdate, hasDefault }: OrmColumn): Partial<Field> {
  const filled =
    presence === "nullable" && (onInsert ? { default: onInsert } : hasDefault && { databaseDefault: true })
  return { ...filled, ...(onUpdate && presence !== "required" && { onUpdate }) } as Partial<Field>
}

/** The column of each field, found by its property, else by its name. Case and underscores do not matter. */
export function columnsByField(
  fields: readonly string[],
  columns: readonly OrmColumn[],
): ReadonlyMap<string, OrmColumn> {
  const foldName = (name: string) => name.replaceAll("_", "").toLowerCase()
  return new Map(
    fields.flatMap((field) => {
      const column =
        columns.find(({ property }) => property === field) ??
        columns.find(({ property }) => foldName(property) === foldName(field)) ??
        columns.find(({ column }) => foldName(column) === foldName(field))
      return column ? [[field, column] as const] : []
    }),
  )
}

// Callers can pass extra fields for these. Other rows have only the contract's fields.
const extendedByCallers: readonly ModelName[] = ["user", "account"]

/**
 * The extra field for a column that the contract does not know, or `undefined` if rows leave it out. If the table
 * cannot be used, the reason as the end of a sentence.
 */
function toExtraField(model: ModelName, engine: EngineName, column: OrmColumn): Field | string | undefined {
  const { notNull, hasDefault, isGenerated, onInsert, onUpdate, type, property } = column
  const isFilledByDatabase = isGenerated || (hasDefault && !onInsert)
  const kind = findKind(column)
  const stored = kind === "date" ? findDateStorage(engine, column) : undefined
  const isUsable = kind !== undefined && isFieldName(property) && (kind !== "date" || stored !== undefined)
  if (!isUsable) {
    if (onInsert || onUpdate)
      return `is ${type}, which only the ORM can fill: give it a default in the database.`
    return notNull && !hasDefault
      ? `is ${type}, which this adapter cannot fill: give it a default in the database, or allow null.`
      : undefined
  }
  const isRequired = notNull && !isFilledByDatabase && !onInsert
  if (isRequired && !extendedByCallers.includes(model))
    return "is NOT NULL, and nothing fills it: give it a default, or allow null."
  return {
    kind,
    presence: isGenerated ? "generated" : isRequired ? "required" : notNull ? "defaulted" : "nullable",
    ...(isFilledByDatabase && { databaseDefault: true }),
    ...(onInsert && { default: onInsert }),
    ...(onUpdate && { onUpdate }),
    ...(stored && { stored }),
  } as Field
}

const isFieldName = (name: string): boolean =>
  /^[A-Za-z_]\w{0,62}$/.test(name) && name !== "extra" && name !== "prototype" && !(name in Object.prototype)
