import { checkNameClashes, checkSchemaOptions } from "./check-schema.ts"
import { type Field, type Fields, json } from "./fields.ts"
import {
  type ContractModelName,
  type ModelDescription,
  type ModelName,
  modelNames,
  models,
} from "./models.ts"

/** The extra fields of each model, from which the types of rows are derived. */
export type ExtraFields = { readonly [M in ContractModelName]?: Fields }

type None = Record<never, Field>

/** How columns are named: like the fields of the contract, or in snake case. */
export type Naming = "camelCase" | "snake_case"
/** `given`: the caller's id is stored, or a UUID if there is none. `serial`, `uuid`: the database creates the id. */
export type IdMode = "given" | "serial" | "uuid"
/** What happens to fields that the schema does not declare. */
export type UnknownFields = "drop" | "keep" | "refuse"

type ModelOptions<F extends Fields> = {
  readonly table?: string
  readonly columns?: Readonly<Record<string, string>>
  readonly fields?: F
}

/** The options of `defineSchema`. */
export type SchemaOptions<X extends ExtraFields> = {
  readonly [M in ContractModelName]?: ModelOptions<NonNullable<X[M]>>
} & {
  readonly slot?: Omit<ModelOptions<Fields>, "fields">
  /** How a column is named that has no entry in `columns`. Default: `camelCase`. */
  readonly naming?: Naming
  /** A prefix of the default table names. */
  readonly prefix?: string
  readonly ids?: IdMode
  readonly unknown?: UnknownFields
  /** `canonical` stores and compares the canonical form of an email, `exact` the given text. Default: `canonical`. */
  readonly email?: "canonical" | "exact"
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

/** The description of all models that an adapter works with. */
export type Schema<X extends ExtraFields = object> = {
  readonly models: { readonly [M in ModelName]: Model }
  readonly ids: IdMode
  readonly unknown: UnknownFields
  readonly [extra]?: X
}

/** The JSON field that stores undeclared fields with `unknown: "keep"`. */
export const unknownColumn = "extra"

// Gives all columns the same members in the same order: JavaScript engines read such objects several times faster.
const everyTrait = Object.fromEntries(
  ["kind", "presence", "default", "max", "min", "secret", "oneOf", "form"].map((trait) => [trait, undefined]),
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
  const { naming = "camelCase", prefix = "", ids = "given", unknown = "drop" } = options
  const columnName = naming === "snake_case" ? snakeCase : (name: string) => name

  const describe = (name: ModelName): Model => {
    const { fields, table, ...rest }: ModelDescription = models[name]
    const own: ModelOptions<Fields> = options[name] ?? {}
    const all: Fields = {
      ...Object.fromEntries(
        Object.entries(fields).map(([field, given]) => [field, adjust(name, field, given)]),
      ),
      ...own.fields,
      ...(unknown === "keep" && name !== "slot" && { [unknownColumn]: json({ optional: true }) }),
    }
    return Object.freeze({
      ...rest,
      name,
      table: own.table ?? prefix + table,
      fields: Object.entries(all).map(([field, definition]) =>
        Object.freeze({
          ...everyTrait,
          ...definition,
          model: name,
          name: field,
          column: own.columns?.[field] ?? columnName(field),
          inKey: rest.owner?.field === field || rest.keys.some((key) => key.includes(field)),
        }),
      ),
    })
  }
  const adjust = (model: ModelName, name: string, field: Field): Field => {
    if (model !== "user") return field
    if (name === "id" && ids !== "given") return { ...field, presence: "generated" }
    if (name !== "email") return field
    const presence = options.emailRequired ? "required" : field.presence
    return options.email === "exact" ? { ...withoutForm(field), presence } : { ...field, presence }
  }
  const described = modelNames.map(describe)
  checkNameClashes(described)
  const byName = Object.fromEntries(described.map((model) => [model.name, model])) as Schema["models"]
  return Object.freeze({ models: byName, ids, unknown })
}

let shared: Schema | undefined

/** The schema of adapters that are given none. It is created once, so that they share the code compiled for it. */
export const defaultSchema = (): Schema => (shared ??= defineSchema())

const withoutForm = ({ form: _, ...field }: Field): Field => field
