/** A table as it is. */
export type FoundTable = {
  readonly table: string
  readonly columns: readonly FoundColumn[]
  readonly indexes: readonly FoundIndex[]
  readonly foreignKeys: readonly FoundForeignKey[]
  /** The statements that made the table, first, and what hangs on it, where the engine keeps them. */
  readonly definitions: readonly string[]
}

export type FoundColumn = {
  readonly name: string
  /** As the engine names it. */
  readonly type: string
  readonly notNull: boolean
  /** An insert may leave it out: it has a default, or the engine makes its value. */
  readonly hasDefault: boolean
  /** Its collation takes different bytes for the same. */
  readonly hasFoldingCollation: boolean
}

/** An index or key, the primary key too. `columns` is empty when it covers some rows alone, or an expression. */
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
