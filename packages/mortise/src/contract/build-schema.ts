import { type DateStorage, type Field, type Fields, json } from "./fields.ts"
import type { Guarantee } from "./guarantees.ts"
import { type ModelDescription, type ModelName, modelNames, models } from "./models.ts"
import type { Value } from "./rows.ts"
import {
  type Column,
  type ExistingTable,
  type ExistingTables,
  type ExtraFields,
  type FilledColumn,
  type Model,
  type ModelOptions,
  type Schema,
  type SchemaOptions,
  unknownColumn,
} from "./schema.ts"

type Options = SchemaOptions<ExtraFields>
type Tables = ExistingTables | undefined

/** Builds a schema from checked options, and from tables that already exist. */
export function buildSchema<X extends ExtraFields>(options: Options, tables?: ExistingTables): Schema<X> {
  const { unknown = "drop", preset, pgSchema } = options
  const { ids = tables?.ids ?? "given", email = tables ? "legacy" : "canonical" } = options
  const described = modelNames.map((name) => describeModel({ ...options, ids, email, unknown }, name, tables))
  const byName = Object.fromEntries(described.map((model) => [model.name, model])) as Schema["models"]
  const missingGuarantees = [...(tables?.missingGuarantees ?? []), ...findMissingByDates(described)]
  return Object.freeze({
    models: byName,
    ids,
    unknown,
    preset,
    email,
    missingGuarantees,
    ...(pgSchema !== undefined && { pgSchema }),
  })
}

/** Whole seconds are less than the contract promises. */
const findMissingByDates = (described: readonly Model[]): Guarantee[] => {
  const dates = described.flatMap(({ name, fields }) => (name === "slot" ? [] : fields))
  return dates.some(({ stored }) => stored === "seconds") ? ["milliseconds"] : []
}

function describeModel(options: Options, name: ModelName, tables: Tables): Model {
  const { fields, table, ...rest }: ModelDescription = models[name]
  const modelOptions: ModelOptions<Fields> = options[name] ?? {}
  const existing: ExistingTable | undefined = tables?.models[name]
  const all: Fields = {
    ...Object.fromEntries(
      Object.entries({ ...fields, ...existing?.fields })
        .filter(([field]) => !existing?.without?.includes(field))
        .map(([field, definition]) => [field, adjustField(options, tables, name, field, definition)]),
    ),
    ...modelOptions.fields,
    ...(options.unknown === "keep" && name !== "slot" && { [unknownColumn]: json({ optional: true }) }),
  }
  const describe = ([field, definition]: readonly [string, Field]): Column => ({
    ...everyTrait,
    ...definition,
    model: name,
    name: field,
    column: modelOptions.columns?.[field] ?? columnName(options, existing && tables, field),
    ...(definition.kind === "date" && {
      stored: definition.stored ?? dateStorage(options, modelOptions, existing, tables, field),
    }),
    inKey: rest.owner?.field === field || rest.keys.some((key) => key.includes(field)),
  })
  const columns = Object.entries(all).map((entry) => Object.freeze(describe(entry)))
  const filled = Object.entries(existing?.filled ?? {}).map(
    ([field, definition]): FilledColumn =>
      Object.freeze({ ...describe([field, definition]), fill: definition.default as () => Value }),
  )
  return Object.freeze({
    ...rest,
    name,
    table: modelOptions.table ?? (options.prefix ?? "") + (existing?.table ?? table),
    keysFold: existing !== undefined && tables?.keysFold === true,
    fields: columns,
    // A column that is declared takes its values from the rows.
    filled: filled.filter(({ column }) => !columns.some((declared) => declared.column === column)),
  })
}

// Gives all columns the same members in the same order: JavaScript engines read such objects several times faster.
const everyTrait = Object.fromEntries(
  [
    ...["kind", "presence", "default", "databaseDefault", "onUpdate", "max", "min", "secret", "oneOf"],
    ...["form", "stored"],
  ].map((trait) => [trait, undefined]),
) as object

function columnName({ naming }: Options, tables: Tables, field: string): string {
  return (naming ?? tables?.naming) === "snake_case" ? snakeCase(field) : field
}

const snakeCase = (name: string): string => name.replace(/(?<=[a-z0-9])[A-Z]+/g, "_$&").toLowerCase()

function dateStorage(
  options: Options,
  { dates }: ModelOptions<Fields>,
  existing: ExistingTable | undefined,
  tables: Tables,
  field: string,
): DateStorage {
  const storage = typeof dates === "object" ? dates[field] : dates
  return (
    storage ?? options.dates ?? existing?.dates?.[field] ?? (existing && tables ? tables.dates : "native")
  )
}

/** A field of the contract as the options and the existing tables change it. */
function adjustField(
  { ids, email, emailRequired }: Options,
  tables: Tables,
  model: ModelName,
  name: string,
  field: Field,
): Field {
  if (model !== "user") return field
  if (name === "id") {
    if (ids !== "given") return { ...field, presence: "generated", default: tables?.newId ?? newUuid }
    return tables?.newId ? { ...field, default: tables.newId } : field
  }
  if (name !== "email") return field
  const presence = (emailRequired ?? tables?.emailRequired) ? "required" : field.presence
  return email === "exact" ? { ...withoutForm(field), presence } : { ...field, presence }
}

const newUuid = (): string => crypto.randomUUID()

const withoutForm = ({ form: _, ...field }: Field): Field => field

let shared: Schema | undefined

/**
 * The schema of adapters that are given none. It is created once, so that they share the code compiled for it.
 *
 * @example
 * ```ts
 * import { defaultSchema } from "mortise/store"
 *
 * const { keys, owner } = defaultSchema().models.session // [["sessionToken"]], and the user whose id is in userId
 * console.log(keys, owner)
 * ```
 */
export const defaultSchema = (): Schema => (shared ??= buildSchema({}))
