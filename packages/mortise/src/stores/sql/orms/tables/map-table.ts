import type { Field } from "../../../../contract/fields.ts"
import { type ModelDescription, type ModelName, models } from "../../../../contract/models.ts"
import type { ExistingTable } from "../../../../contract/schema.ts"
import type { EngineName } from "../../../../schema/engine-name.ts"
import type { OrmColumn, OrmTable } from "../../../../sql/orms/orm-table.ts"
import { findDateStorage } from "./column-kind.ts"
import { toExtraField } from "./extra-field.ts"

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
