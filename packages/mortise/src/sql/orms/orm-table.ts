import type { DateStorage, Kind } from "../../contract/fields.ts"

/** A column as an ORM describes it. */
export type OrmColumn = {
  /** The name of the property in the ORM. */
  readonly property: string
  readonly column: string
  /** The SQL type that the ORM creates, in lower case: `timestamp(3)`, `varchar(255)`. */
  readonly type: string
  /**
   * The kind of its values in JavaScript, where the SQL type does not show it: a boolean in an integer column. `opaque`
   * for values that only the ORM can convert.
   */
  readonly kind?: Kind | "opaque" | undefined
  /** How it represents a date, where the SQL type does not show it: seconds in an integer column. */
  readonly stored?: DateStorage | undefined
  readonly notNull: boolean
  /** Whether the database fills the column on insert: by a default, or as a serial or automatic key. */
  readonly hasDefault: boolean
  /** Whether the database computes the column, so that it cannot be set. */
  readonly isGenerated?: boolean | undefined
  /** Creates the value on insert, where the ORM does and the database does not. */
  readonly onInsert?: (() => unknown) | undefined
  /** Creates the value on every update, where only the ORM does. */
  readonly onUpdate?: (() => unknown) | undefined
  /** Why the column cannot be written without the ORM, and what to do. */
  readonly refusal?: string | undefined
}

/** A table as an ORM describes it. */
export type OrmTable = {
  readonly table: string
  /** The PostgreSQL schema, if it is not the default one. */
  readonly schema?: string | undefined
  readonly columns: readonly OrmColumn[]
  /** Why the table cannot be written without the ORM (hooks, soft deletion), and what to do. */
  readonly refusal?: string | undefined
}
