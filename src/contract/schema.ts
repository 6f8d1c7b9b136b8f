import { checkNameClashes, checkSchemaOptions } from "./check-schema.ts"
import { type DateStorage, type Field, type Fields, json } from "./fields.ts"
import {
  type ContractModelName,
  type ModelDescription,
  type ModelName,
  modelNames,
  models,
} from "./models.ts"
import { type Preset, type PresetName, presets } from "./presets.ts"

/** The extra fields of each model, from which the types of rows are derived. */
export type ExtraFields = { readonly [M in ContractModelName]?: Fields }

type None = Record<never, Field>

/** How columns are named: like the fields of the contract, or in snake case. */
export type Naming = "camelCase" | "snake_case"
/** `given`: the caller's id is stored, or a UUID if there is none. `serial`, `uuid`: the database creates the id. */
export type IdMode = "given" | "serial" | "uuid"
/** What happens to fields that the schema does not declare. */
export type UnknownFields = "drop" | "keep" | "refuse"

/**
 * `canonical`: stored and looked up in canonical form. `exact`: as they are given. `legacy`: stored in canonical form,
 * and looked up without regard to case, for tables in which another program stored addresses as they were typed.
 */
export type EmailMode = "canonical" | "exact" | "legacy"

type ModelOptions<F extends Fields> = {
  readonly table?: string
  readonly columns?: Readonly<Record<string, string>>
  readonly fields?: F
  /** How the columns of this model represent dates: all of them, or by field. Default: as the schema's `dates`. */
  readonly dates?: DateStorage | Readonly<Record<string, DateStorage>>
}

/** The options of `defineSchema`. */
export type SchemaOptions<X extends ExtraFields> = {
  readonly [M in ContractModelName]?: ModelOptions<NonNullable<X[M]>>
} & {
  readonly slot?: Omit<ModelOptions<Fields>, "fields">
  /** The documented PostgreSQL tables of an official Auth.js adapter: names, and how they represent dates. */
  readonly preset?: PresetName
  /** How columns represent dates. Default: `native`, or that of the preset. */
  readonly dates?: DateStorage
  /** How a column is named that has no entry in `columns`. Default: `camelCase`. */
  readonly naming?: Naming
  /** A prefix of the default table names. */
  readonly prefix?: string
  readonly ids?: IdMode
  readonly unknown?: UnknownFields
  /** How emails are stored and looked up. Default: `canonical`. */
  readonly email?: EmailMode
  /** Refuses users without an email. Default: false. */
  readonly emailRequired?: boolean
}

/** A field with its model and its column. */
export type Column = Field & {
  readonly model: ModelName
  readonly name: string
  readonly column: string
  /** Part of a unique key, or the reference to the owner: never empty, compared byte for byte. */
  readonly inKey: boolean
}

/** A model with its table and columns. */
export type Model = Omit<ModelDescription, "fields"> & {
  readonly name: ModelName
  readonly fields: readonly Column[]
}

declare const extra: unique symbol

/** The tables that an ORM describes and its migrations create. `migrate` does not change them. */
export type ManagedTables = {
  /** The name of the ORM. */
  readonly by: string
  /** The models that have no table in the ORM's schema. */
  readonly missing: readonly ModelName[]
  /** What to add to the ORM's schema for a table, or for a field of it, that the database lacks. */
  advice(model: ModelName, field?: string): string
}

/** The description of all models that an adapter works with. */
export type Schema<X extends ExtraFields = object> = {
  readonly models: { readonly [M in ModelName]: Model }
  readonly ids: IdMode
  readonly unknown: UnknownFields
  readonly preset: PresetName | undefined
  readonly email: EmailMode
  readonly managed?: ManagedTables
  readonly [extra]?: X
}

/** The JSON field that stores undeclared fields with `unknown: "keep"`. */
export const unknownColumn = "extra"

// Gives all columns the same members in the same order: JavaScript engines read such objects several times faster.
const everyTrait = Object.fromEntries(
  [
    ...["kind", "presence", "default", "databaseDefault", "onUpdate", "max", "min", "secret", "oneOf"],
    ...["form", "stored"],
  ].map((trait) => [trait, undefined]),
) as object

const snakeCase = (name: string): string => name.replace(/(?<=[a-z0-9])[A-Z]+/g, "_$&").toLowerCase()

/**
 * Describes your tables: names, extra fields, ids. A mistake throws `invalid` and says what to write instead.
 *
 * @example
 * ```ts
 * import { defineSchema, text } from "mortise"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const schema = defineSchema({
 *   user: { table: "app_user", fields: { role: text({ default: "member" }) } },
 *   naming: "snake_case",
 * })
 * const user = await memoryAdapter({ schema }).createUser({ email: "ada@example.com" })
 * user.role satisfies string
 * ```
 */
export function defineSchema<
  const U extends Fields = None,
  const A extends Fields = None,
  const S extends Fields = None,
  const V extends Fields = None,
  const P extends Fields = None,
>(
  // One type parameter per model, because TypeScript cannot infer the members of a single one.
  options: SchemaOptions<{ user: U; account: A; session: S; verificationToken: V; authenticator: P }> = {},
): Schema<{ user: U; account: A; session: S; verificationToken: V; authenticator: P }> {
  checkSchemaOptions(options)
  return buildSchema(options, options.preset && presets[options.preset])
}

/** Builds a schema from checked options, and the tables that they start from. */
export function buildSchema<X extends ExtraFields>(options: SchemaOptions<X>, preset?: Preset): Schema<X> {
  const { naming = "camelCase", prefix = "", ids = "given", unknown = "drop", email = "canonical" } = options
  const columnName = naming === "snake_case" ? snakeCase : (name: string) => name

  const describe = (name: ModelName): Model => {
    const { fields, table, ...rest }: ModelDescription = models[name]
    const own: ModelOptions<Fields> = options[name] ?? {}
    const known = preset?.models[name]
    const all: Fields = {
      ...Object.fromEntries(
        Object.entries({ ...fields, ...known?.fields })
          .filter(([field]) => !known?.without?.includes(field))
          .map(([field, given]) => [field, adjust(name, field, given)]),
      ),
      ...own.fields,
      ...(unknown === "keep" && name !== "slot" && { [unknownColumn]: json({ optional: true }) }),
    }
    return Object.freeze({
      ...rest,
      name,
      table: own.table ?? prefix + (known?.table ?? table),
      fields: Object.entries(all).map(([field, definition]) =>
        Object.freeze({
          ...everyTrait,
          ...definition,
          model: name,
          name: field,
          column: own.columns?.[field] ?? columnName(field),
          ...(definition.kind === "date" && {
            stored: definition.stored ?? dateStorage(own, field, known !== undefined),
          }),
          inKey: rest.owner?.field === field || rest.keys.some((key) => key.includes(field)),
        }),
      ),
    })
  }
  const dateStorage = ({ dates }: ModelOptions<Fields>, field: string, inPreset: boolean): DateStorage =>
    (typeof dates === "object" ? dates[field] : dates) ??
    options.dates ??
    (inPreset && preset ? preset.dates : "native")

  const adjust = (model: ModelName, name: string, field: Field): Field => {
    if (model !== "user") return field
    if (name === "id" && ids !== "given")
      return { ...field, presence: "generated", default: preset?.newId ?? newUuid }
    if (name === "id") return preset?.newId ? { ...field, default: preset.newId } : field
    if (name !== "email") return field
    const isRequired = options.emailRequired ?? preset?.emailRequired
    const presence = isRequired ? "required" : field.presence
    return email === "exact" ? { ...withoutForm(field), presence } : { ...field, presence }
  }
  const described = modelNames.map(describe)
  checkNameClashes(described)
  const byName = Object.fromEntries(described.map((model) => [model.name, model])) as Schema["models"]
  return Object.freeze({ models: byName, ids, unknown, preset: options.preset, email })
}

let shared: Schema | undefined

/** The schema of adapters that are given none. It is created once, so that they share the code compiled for it. */
export const defaultSchema = (): Schema => (shared ??= defineSchema())

const newUuid = (): string => crypto.randomUUID()

const withoutForm = ({ form: _, ...field }: Field): Field => field
