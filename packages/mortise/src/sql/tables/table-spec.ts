import type { Field } from "../../contract/fields.ts"

/** A column as a schema declares it. */
export type DeclaredColumn = Field & {
  readonly name: string
  readonly column: string
  /** Part of a key, or a reference: never empty, compared byte for byte. */
  readonly inKey: boolean
}

/** A table as a room needs it: it is created, or compared with the database. */
export type TableSpec = {
  readonly table: string
  /** The table as messages name it, with its schema if statements name one. */
  readonly title: string
  readonly columns: readonly ColumnSpec[]
  readonly primaryKey: readonly string[]
  readonly uniques: readonly (readonly string[])[]
  readonly indexes: readonly (readonly string[])[]
  readonly foreignKeys: readonly ForeignKey[]
  /** Columns with a unique index on their lowercase text. */
  readonly lowerUniques: readonly string[]
}

/** A column that is needed. */
export type NeededColumn = {
  readonly column: string
  readonly notNull: boolean
  /** Whether rows are found by it, so that it must be compared byte for byte. */
  readonly inKey: boolean
}

/** A foreign key that is needed. */
export type NeededReference = {
  /** A column of both tables that the foreign key starts with. */
  readonly tenant?: string
  readonly column: string
  readonly table: string
  readonly references: string
  /** Default: `cascade`. */
  readonly onDelete?: string
  /** Default: that of the engine. */
  readonly onUpdate?: string
}

export type ColumnSpec = NeededColumn & {
  readonly field: DeclaredColumn
  readonly type: string
}

export type ForeignKey = NeededReference & {
  /** The referenced table as messages name it. */
  readonly title: string
}
