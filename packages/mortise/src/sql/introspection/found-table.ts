/** A table as it exists in the database. */
export type FoundTable = {
  readonly table: string
  /** Whether a new table of this name would be created in another schema of PostgreSQL's search path. */
  readonly isInLaterSchema?: boolean
  readonly columns: readonly FoundColumn[]
  readonly indexes: readonly FoundIndex[]
  /** The columns whose text in lower case has a unique index, under whatever name. */
  readonly lowerUniques: readonly string[]
  readonly foreignKeys: readonly FoundForeignKey[]
  /** The statements that created the table, then its indexes and triggers, if the engine stores them. */
  readonly definitions: readonly string[]
}

export type FoundColumn = {
  readonly name: string
  /** As the engine spells it. */
  readonly type: string
  /** The type with its collation, if the engine needs both to declare the column again. */
  readonly definition: string
  readonly notNull: boolean
  /** Whether an insert may omit it: it has a default, or the engine generates its value. */
  readonly hasDefault: boolean
  /** Whether its collation treats different bytes as equal. */
  readonly hasFoldingCollation: boolean
}

/** An index or key, including the primary key. `columns` is empty if it covers only some rows or an expression. */
export type FoundIndex = {
  readonly name: string
  readonly columns: readonly string[]
  readonly isUnique: boolean
}

export type FoundForeignKey = {
  readonly name: string
  readonly columns: readonly string[]
  readonly table: string
  readonly references: readonly string[]
  readonly cascades: boolean
}
