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

export type ColumnSpec = {
  readonly field: DeclaredColumn
  readonly column: string
  readonly type: string
  readonly notNull: boolean
}

export type ForeignKey = {
  readonly column: string
  readonly table: string
  /** The referenced table as messages name it. */
  readonly title: string
  readonly references: string
}
