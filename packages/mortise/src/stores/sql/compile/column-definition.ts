import type { Value } from "../../../contract/rows.ts"
import type { Dialect } from "../dialect.ts"
import type { Bound } from "../driver.ts"
import { storageOf } from "../storage.ts"
import type { ColumnSpec } from "./tables.ts"

/** A value as SQL. */
export type Literal = (value: Bound) => string

/** A column as `CREATE TABLE` and `ADD COLUMN` both write it, so that new and upgraded tables are identical. */
export function columnDefinition(spec: ColumnSpec, dialect: Dialect, literal: Literal): string {
  const { column, type, notNull, field } = spec
  const value = constantDefault(spec)
  const parts = [dialect.quote(column), type]
  if (notNull) parts.push("NOT NULL")
  if (notNull && value !== undefined)
    // A number in quotes would be kept in quotes by PostgreSQL, and the tools of ORMs would find a difference.
    parts.push(
      `DEFAULT ${literal(typeof value === "number" ? value : dialect.encode(storageOf(field), value))}`,
    )
  return parts.join(" ")
}

/** The default of a field, if it is a value: SQL can give it to existing rows. */
export const constantDefault = ({ field }: ColumnSpec): Value | undefined =>
  field.presence === "defaulted" && typeof field.default !== "function" ? field.default : undefined

/** Whether the default of a field is a function, which must be called for each existing row. */
export const canBackfill = ({ field, notNull }: ColumnSpec): boolean =>
  field.presence === "defaulted" && typeof field.default === "function" && !notNull
