import { type DateStorage, date, type Fields, text } from "../fields.ts"
import type { Guarantee } from "../guarantees.ts"
import type { ModelName } from "../models.ts"
import type { IdMode, Naming } from "../schema-types.ts"

/** The engines that have tables of their own. MariaDB has those of MySQL. */
export type EngineName = "postgres" | "mysql" | "sqlite"

/** The documented tables of an official Auth.js adapter on the engines that it documents. */
export type Preset = Readonly<Partial<Record<EngineName, PresetTables>>>

/** The tables on one engine, as far as they differ from ours. */
export type PresetTables = {
  readonly models: Readonly<Partial<Record<ModelName, PresetModel>>>
  readonly dates: DateStorage
  readonly naming?: Naming
  readonly ids?: IdMode
  /** Generates the id of a user where the official adapter does so. */
  readonly newId?: (() => string) | undefined
  readonly emailRequired?: boolean
  /** Whether keys have a collation that treats different texts as equal, so that lookups must also compare bytes. */
  readonly keysFold?: true
  /** The guarantees that these tables lack, besides those that follow from `dates`. `inspect` reports each lack with the statement that adds it. */
  readonly reduced: readonly Guarantee[]
}

export type PresetModel = {
  readonly table: string
  /** Fields of the contract that the table has no column for. */
  readonly without?: readonly string[]
  /** Columns that only the ORM or the official adapter fills, so the database has no default for them. */
  readonly filled?: Fields
  /** Further fields, and fields of the contract whose columns behave otherwise. */
  readonly fields?: Fields
  readonly dates?: Readonly<Record<string, DateStorage>>
}

/** No official adapter has a column for it. */
export const without = ["expires_in"]

const now = () => new Date()

/** The dates that Prisma sets in its client. */
export const timestamps = {
  createdAt: date({ default: now }),
  updatedAt: { ...date({ default: now }), onUpdate: now },
} as const

/** An id that the official adapter or its ORM generates. */
export const generatedId = (newId: () => string) => ({ id: text({ default: newId, form: "id" }) })

export const newUuid = (): string => crypto.randomUUID()
