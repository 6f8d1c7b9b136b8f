import { type DateStorage, type Field, type Fields, json } from "./fields.ts"
import {
  type ContractModelName,
  type ModelDescription,
  type ModelName,
  modelNames,
  models,
} from "./models.ts"
import { type Preset, type PresetName, presets } from "./presets.ts"
import { refuseClashes, refuseSchema } from "./schema-refusal.ts"

/** Extra fields per model: what `defineSchema` was given, kept for the types of rows. */
export type ExtraFields = { readonly [M in ContractModelName]?: Fields }

type None = Record<never, Field>

/** How columns are named: as the contract names fields, or in snake case. */
export type Naming = "camelCase" | "snake_case"
/** `given`: a given id is kept, an absent one made here. `serial`, `uuid`: the database makes it. */
export type IdMode = "given" | "serial" | "uuid"
/** What happens to a field that no model declares. */
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

/** What `defineSchema` takes. */
export type SchemaOptions<X extends ExtraFields> = {
  readonly [M in ContractModelName]?: ModelOptions<NonNullable<X[M]>>
} & {
  readonly slot?: Omit<ModelOptions<Fields>, "fields">
  /** The documented PostgreSQL tables of an official Auth.js adapter: names, and how they represent dates. */
  readonly preset?: PresetName
  /** How columns represent dates. Default: `native`, or as the preset. */
  readonly dates?: DateStorage
  /** How columns are named where `columns` is silent. */
  readonly naming?: Naming
  /** Put before the default table names. */
  readonly prefix?: string
  readonly ids?: IdMode
  readonly unknown?: UnknownFields
  /** How emails are stored and looked up. Default: `canonical`. */
  readonly email?: EmailMode
  /** Refuse users without an email. */
  readonly emailRequired?: boolean
}

/** A field with its place: the model it belongs to and the column that holds it. */
export type Column = Field & {
  readonly model: ModelName
  readonly name: string
  readonly column: string
  /** Part of a unique key or naming the owner: never empty, compared byte for byte. */
  readonly inKey: boolean
}

/** A model as a store sees it. */
export type Model = Omit<ModelDescription, "fields"> & {
  readonly name: ModelName
  readonly fields: readonly Column[]
}

declare const extra: unique symbol

/** The whole description that an adapter works from. */
export type Schema<X extends ExtraFields = object> = {
  readonly models: { readonly [M in ModelName]: Model }
  readonly ids: IdMode
  readonly unknown: UnknownFields
  readonly preset: PresetName | undefined
  readonly email: EmailMode
  readonly [extra]?: X
}

/** The field that holds what no model declares, when unknown fields are kept. */
export const keptFields = "extra"

// Objects that have the same members in the same order are read several times faster, and each call reads many.
const everyTrait = Object.fromEntries(
  ["kind", "presence", "default", "max", "min", "secret", "oneOf", "form", "stored"].map((trait) => [
    trait,
    undefined,
  ]),
) as object

const snakeCase = (name: string): string => name.replace(/(?<=[a-z0-9])[A-Z]+/g, "_$&").toLowerCase()

/**
 * Describes your tables: names, extra fields, ids. Mistakes are refused at once, with what to write instead.
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
  // A parameter for each model: TypeScript infers them, where it could not infer a member of one for all.
  options: SchemaOptions<{ user: U; account: A; session: S; verificationToken: V; authenticator: P }> = {},
): Schema<{ user: U; account: A; session: S; verificationToken: V; authenticator: P }> {
  refuseSchema(options)
  const { naming = "camelCase", prefix = "", ids = "given", unknown = "drop", email = "canonical" } = options
  const columnName = naming === "snake_case" ? snakeCase : (name: string) => name

  const preset: Preset | undefined = options.preset && presets[options.preset]

  const describe = (name: ModelName): Model => {
    const { fields, table, ...rest }: ModelDescription = models[name]
    const own: ModelOptions<Fields> = options[name] ?? {}
    const known = preset && name !== "slot" ? preset.models[name] : undefined
    const all: Fields = {
      ...Object.fromEntries(
        Object.entries(fields)
          .filter(([field]) => !known?.without?.includes(field))
          .map(([field, is]) => [field, adjust(name, field, is)]),
      ),
      ...known?.fields,
      ...own.fields,
      ...(unknown === "keep" && name !== "slot" && { [keptFields]: json({ optional: true }) }),
    }
    return Object.freeze({
      ...rest,
      name,
      table: own.table ?? prefix + (known?.table ?? table),
      fields: Object.entries(all).map(([field, is]) =>
        Object.freeze({
          ...everyTrait,
          ...is,
          model: name,
          name: field,
          column: own.columns?.[field] ?? columnName(field),
          ...(is.kind === "date" && { stored: is.stored ?? dateStorage(own, field, known !== undefined) }),
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
    if (name === "id" && ids !== "given") return { ...field, presence: "generated" }
    if (name !== "email") return field
    const isRequired = options.emailRequired ?? preset?.emailRequired
    const presence = isRequired ? "required" : field.presence
    return email === "exact" ? { ...withoutForm(field), presence } : { ...field, presence }
  }
  const described = modelNames.map(describe)
  refuseClashes(described)
  const byName = Object.fromEntries(described.map((model) => [model.name, model])) as Schema["models"]
  return Object.freeze({ models: byName, ids, unknown, preset: options.preset, email })
}

let plain: Schema | undefined

/** The schema of who gives none: one object, so that all share what is compiled for it, made when first needed. */
export const plainSchema = (): Schema => (plain ??= defineSchema())

const withoutForm = ({ form: _, ...field }: Field): Field => field
