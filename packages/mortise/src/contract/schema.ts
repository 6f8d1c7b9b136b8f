import type { DateStorage, Field, Fields } from "./fields.ts"
import type { Guarantee } from "./guarantees.ts"
import type { ContractModelName, ModelDescription, ModelName } from "./models.ts"
import type { Value } from "./rows.ts"

/** The extra fields of each model, from which the types of rows are derived. */
export type ExtraFields = { readonly [M in ContractModelName]?: Fields }

/** How columns are named: like the fields of the contract, or in snake case. */
export type Naming = "camelCase" | "snake_case"
/** `given`: the caller's id is stored, or a UUID if there is none. `serial`, `uuid`: the database creates the id. */
export type IdMode = "given" | "serial" | "uuid"
/** The names of the documented tables that `defineSchema` knows. */
export type PresetName =
  | "authjs-prisma"
  | "authjs-drizzle"
  | "authjs-kysely"
  | "authjs-typeorm"
  | "authjs-sequelize"
  | "authjs-mikro-orm"
  | "authjs-pg"
  | "authjs-neon"
  | "authjs-d1"
/** What happens to fields that the schema does not declare. */
export type UnknownFields = "drop" | "keep" | "refuse"

/**
 * `canonical`: stored and looked up in canonical form. `exact`: as they are given. `legacy`: stored in canonical form,
 * and looked up without regard to case, for tables in which another program stored addresses as they were typed.
 */
export type EmailMode = "canonical" | "exact" | "legacy"

export type ModelOptions<F extends Fields> = {
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
  /** The documented tables of an official Auth.js adapter, on the engine of the client. */
  readonly preset?: PresetName
  /** How columns represent dates. Default: `native`, or the preset's. */
  readonly dates?: DateStorage
  /** How columns without an entry in `columns` are named. Default: `camelCase`, or the preset's. */
  readonly naming?: Naming
  /** A prefix of the default table names. */
  readonly prefix?: string
  /** The PostgreSQL schema of the tables. Default: statements do not name one, so the connection's search path applies. */
  readonly pgSchema?: string
  readonly ids?: IdMode
  readonly unknown?: UnknownFields
  /** How emails are stored and looked up. Default: `canonical`, or `legacy` with a preset. */
  readonly email?: EmailMode
  /** Refuses users without an email. Default: false, or the preset's. */
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

/** A column that is not part of any row: the store fills it, because the table requires it and has no default for it. */
export type FilledColumn = Column & { readonly fill: () => Value }

/** A model with its table and columns. */
export type Model = Omit<ModelDescription, "fields"> & {
  readonly name: ModelName
  readonly fields: readonly Column[]
  readonly filled: readonly FilledColumn[]
  /** The first column of each key, if the table has the rows of several tenants. It is not part of any row. */
  readonly tenant?: Column
  /** Whether its keys may have a collation that treats different texts as equal. */
  readonly keysFold: boolean
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
  /** The PostgreSQL schema of the tables, if statements name it. */
  readonly pgSchema?: string
  /** The guarantees that the preset's documented tables lack. */
  readonly missingGuarantees: readonly Guarantee[]
  readonly managed?: ManagedTables
  readonly [extra]?: X
}

/** Tables that another program created, as far as they differ from ours. */
export type ExistingTables = {
  readonly models: Readonly<Partial<Record<ModelName, ExistingTable>>>
  readonly dates: DateStorage
  readonly naming?: Naming
  readonly ids?: IdMode
  /** Generates the id of a user, if the other program does so. */
  readonly newId?: (() => string) | undefined
  readonly emailRequired?: boolean
  /** Whether keys have a collation that treats different texts as equal, so that lookups must also compare bytes. */
  readonly keysFold?: true
  /** The guarantees that these tables lack, besides the ones that follow from `dates`. */
  readonly missingGuarantees: readonly Guarantee[]
}

/** One of these tables. */
export type ExistingTable = {
  readonly table: string
  /** Fields of the contract that the table has no column for. */
  readonly without?: readonly string[]
  /** Columns that only the other program fills, so the database has no default for them. */
  readonly filled?: Fields
  /** Further fields, and fields of the contract whose columns behave differently. */
  readonly fields?: Fields
  readonly dates?: Readonly<Record<string, DateStorage>>
}

/** The JSON field that stores undeclared fields with `unknown: "keep"`. */
export const unknownColumn = "extra"

/** Whether another program created the tables, so that they may lack what the adapter's own tables have. */
export const hasForeignTables = ({ preset, managed }: Schema): boolean =>
  preset !== undefined || managed !== undefined

/** The most bytes of each text field, by `model.field`. */
export const readTextLimits = (models: Schema["models"]): Readonly<Record<string, number>> => {
  const texts = Object.values(models).flatMap(({ fields }) => fields.filter(({ kind }) => kind === "text"))
  return Object.fromEntries(texts.flatMap(({ model, name, max }) => (max ? [[`${model}.${name}`, max]] : [])))
}
