import type { Value } from "../../../contract/rows.ts"
import type { ColumnSpec } from "../compile/tables.ts"

/** The value that SQL itself can give to rows that are there already, where the field has one. */
export const constantDefault = ({ field }: ColumnSpec): Value | undefined =>
  field.presence === "defaulted" && typeof field.default !== "function" ? field.default : undefined

/** Whether rows without a value can be given one here, by calling the default of the field. */
export const canBackfill = ({ field, notNull }: ColumnSpec): boolean =>
  field.presence === "defaulted" && typeof field.default === "function" && !notNull
