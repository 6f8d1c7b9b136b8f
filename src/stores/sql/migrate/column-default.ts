import type { Value } from "../../../contract/rows.ts"
import type { ColumnSpec } from "../compile/tables.ts"

/** The default of a field, if it is a value: SQL can give it to existing rows. */
export const constantDefault = ({ field }: ColumnSpec): Value | undefined =>
  field.presence === "defaulted" && typeof field.default !== "function" ? field.default : undefined

/** Whether the default of a field is a function, which must be called for each existing row. */
export const canBackfill = ({ field, notNull }: ColumnSpec): boolean =>
  field.presence === "defaulted" && typeof field.default === "function" && !notNull
