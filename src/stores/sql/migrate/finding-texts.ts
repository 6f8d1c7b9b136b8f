import type { ModelName } from "../../../contract/models.ts"
import type { ColumnSpec, TableSpec } from "../compile/tables.ts"
import type { Drift } from "./drift.ts"

/** Why a difference matters to the people who sign in and to those who run the database. */
export function explainDrift({ table, model }: TableSpec, drift: Drift): string {
  const one = articleAndName[model.name]
  switch (drift.code) {
    case "missing_table":
      return `There is no table ${table}: every call that needs ${one} fails.`
    case "missing_column":
      return `${columnName(table, drift.column)} is missing: every call that reads or writes ${one} fails.`
    case "missing_key":
      return `Nothing keeps ${drift.columns.join(" and ")} unique in ${table}: two requests at once can both take it, and looking it up reads the whole table.`
    case "missing_index":
      return `${table} has no index on ${drift.columns.join(" and ")}: ${slowOperation(model.expiry, drift.columns, model.fields)} reads the whole table, longer with every row.`
    case "missing_foreign_key":
      return `No foreign key ties ${table} to the users: ${one} can be made for a user who is just being deleted, and is left behind when its user goes.`
    case "missing_cascade":
      return `The foreign key of ${table} does not cascade: a user who has ${one} cannot be deleted.`
    case "nullable_column":
      return `${columnName(table, drift.column)} may be empty: another program can store ${one} without it, which is then read as null.`
    case "unfilled_column":
      return `${table}.${drift.found.name} must be given and has no default, but the adapter does not know it: no row can be stored. Declare it in defineSchema, give it a default, or let it be empty.`
    case "unfilled_rows":
      return `${columnName(table, drift.column)} is empty in rows from before the field was declared: they are read as null. migrate fills them with the field's default.`
    case "folding_collation":
      return `${columnName(table, drift.column)} is compared by a collation that takes different text for the same: what belongs to one person can be found by another's ${drift.column.field.name}.`
    default:
      return `${table}.${drift.fault.why}`
  }
}

const articleAndName: Readonly<Record<ModelName, string>> = {
  user: "a user",
  account: "an account",
  session: "a session",
  verificationToken: "a verification token",
  authenticator: "a passkey",
  slot: "a slot",
}

/** Why rows that are there keep `migrate` from adding something, and what to do about them. */
export function explainBlockingRows(drift: Drift, rows: number): string {
  const [these, belong, have] = rows === 1 ? ["1 row", "belongs", "has"] : [`${rows} rows`, "belong", "have"]
  switch (drift.code) {
    case "missing_key":
      return `${these} too many share a value that is to be unique: merge or remove them, then run migrate.`
    case "missing_foreign_key":
      return `${these} ${belong} to no user: remove them, or bring their users back, then go on.`
    case "missing_column":
      return `${these} would be without it: give the field a default in defineSchema, or add the column yourself and fill it.`
    default:
      return `${these} ${have} nothing there: fill or remove them, then go on.`
  }
}

const columnName = (table: string, { column }: ColumnSpec): string => `${table}.${column}`

function slowOperation(
  expiry: string | undefined,
  columns: readonly string[],
  fields: readonly { readonly name: string; readonly column: string }[],
): string {
  const isExpiry = fields.some(({ name, column }) => name === expiry && columns.includes(column))
  return isExpiry ? "sweeping what has expired" : "deleting or listing what a user owns"
}
