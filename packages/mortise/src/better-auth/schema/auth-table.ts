import type { NeededReference } from "../../sql/tables/table-spec.ts"

/** A table as Better Auth's options and plugins define it, for one engine. */
export type AuthTable = {
  /** The name by which Better Auth and its plugins know the table. */
  readonly model: string
  readonly table: string
  /** The column `id` comes first. */
  readonly columns: readonly AuthColumn[]
  /** The column `id`, after that of the tenant. */
  readonly primaryKey: readonly string[]
  readonly indexes: readonly AuthIndex[]
  readonly foreignKeys: readonly AuthForeignKey[]
}

export type AuthColumn = {
  readonly field: string
  readonly column: string
  readonly kind: "id" | "text" | "number" | "boolean" | "date" | "json"
  /** The type with its collation, and for generated ids how they are generated. */
  readonly type: string
  readonly notNull: boolean
  /** Whether rows are found by it, so that it must be compared byte for byte. */
  readonly inKey: boolean
  /** How many characters its longest values have, if it is known. */
  readonly length?: number
  /** The default as SQL. */
  readonly default?: string
  /** Whether the default is the current time. */
  readonly isTimestamp: boolean
}

export type AuthIndex = {
  readonly columns: readonly string[]
  readonly isUnique: boolean
  /** A name that Better Auth looks for; else the name is free. */
  readonly name?: string
}

export type AuthForeignKey = NeededReference & { readonly onDelete: string }

/** The part of Better Auth's `getAuthTables` that is read here, in every supported version. */
export type AuthSchema = Readonly<Record<string, SchemaTable>>

export type SchemaTable = {
  readonly modelName: string
  readonly fields: Readonly<Record<string, SchemaField>>
  readonly indexes?: readonly SchemaIndex[] | undefined
  readonly disableMigrations?: boolean | undefined
  readonly order?: number | undefined
}

export type SchemaField = {
  readonly type: string | readonly string[]
  readonly required?: boolean | undefined
  readonly unique?: boolean | undefined
  readonly index?: boolean | undefined
  readonly sortable?: boolean | undefined
  readonly bigint?: boolean | undefined
  readonly fieldName?: string | undefined
  readonly defaultValue?: unknown
  /** Whether Better Auth returns it to the browser. */
  readonly returned?: boolean | undefined
  readonly references?:
    | { readonly model: string; readonly field: string; readonly onDelete?: string | undefined }
    | undefined
}

export type SchemaIndex = {
  readonly fields: readonly string[]
  readonly name?: string | undefined
  readonly unique?: boolean | undefined
}

/** How ids are made: by Better Auth (text), or by the database, or as UUIDs. */
export type IdMode = "text" | "long-text" | "serial" | "uuid"
