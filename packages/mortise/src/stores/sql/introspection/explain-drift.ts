import type { ModelName } from "../../../contract/models.ts"
import type { Drift } from "../../../sql/introspection/drift.ts"
import type { ColumnSpec } from "../../../sql/tables/table-spec.ts"
import type { ModelTable } from "../compile/tables.ts"
import { explainEmailIndex } from "./read-lacks.ts"

/** What differs, and how that affects the people who sign in or who run the database. */
export function explainDrift(spec: ModelTable, drift: Drift): string {
  const { title: table, model } = spec
  const phrase = articleAndName[model.name]
  switch (drift.code) {
    case "missing_table":
      if (model.name === "slot") return `The table ${table} does not exist: ${slotFeatures}`
      return `The table ${table} does not exist: every call that needs ${phrase} fails.`
    case "missing_column":
      return `The column ${columnName(table, drift.column)} does not exist: every call that reads or writes ${phrase} fails.`
    case "missing_key":
      return `${table} has no unique key on ${drift.columns.join(" and ")}: ${duplicateHarm(spec, drift.columns)}, and each lookup by it reads the whole table.`
    case "missing_index":
      return `${table} has no index on ${drift.columns.join(" and ")}: ${slowOperation(spec, drift.columns)} reads the whole table, which takes longer with every row.`
    case "missing_email_index":
      return explainEmailIndex(table, drift.lowerColumn)
    case "missing_foreign_key":
      return `${table}.${drift.foreignKey.column} has no foreign key to ${drift.foreignKey.title}: ${phrase} can be stored for a user who is being deleted, and stays when its user is deleted.`
    case "missing_cascade":
      return `The foreign key of ${table}.${drift.foreignKey.column} does not cascade: the database refuses to delete a user who has ${phrase}.`
    case "nullable_column":
      return `${columnName(table, drift.column)} allows null: another program can store ${phrase} without it, and it is then read as null.`
    case "unfilled_column":
      return `${table}.${drift.existing.name} is NOT NULL without a default, and the schema does not declare it: no row can be inserted into ${table}.`
    case "unfilled_rows":
      return `${columnName(table, drift.column)} is null in rows that were stored before the field was declared: they are read as null.`
    case "folding_collation":
      return `${columnName(table, drift.column)} has a collation that treats different texts as equal: one person's row can be found by another person's ${drift.column.field.name}.`
    default:
      return `${table}.${drift.fault.why}`
  }
}

const slotFeatures =
  "the nineteen operations work without it, but passkeys, email codes, limits, revocable tokens and unlinking in mortise/auth, receipts and rate limits in mortise/server, slots(adapter) and upkeep(adapter).sweep do not."

const articleAndName: Readonly<Record<ModelName, string>> = {
  user: "a user",
  account: "an account",
  session: "a session",
  verificationToken: "a verification token",
  authenticator: "a passkey",
  slot: "a slot",
}

const duplicateHarms: Readonly<Record<ModelName, string>> = {
  user: "two users can get the same id",
  account: "two concurrent requests can link the same account twice",
  session: "two sessions can get the same token",
  verificationToken: "the same token can be stored and used twice",
  authenticator: "two concurrent requests can register the same passkey twice",
  slot: "two processes can claim the same slot",
}

function duplicateHarm({ model, uniques }: ModelTable, columns: readonly string[]): string {
  const isEmail = model.name === "user" && uniques.includes(columns)
  return isEmail
    ? "two concurrent requests can create two users with the same email"
    : duplicateHarms[model.name]
}

const columnName = (table: string, { column }: ColumnSpec): string => `${table}.${column}`

function slowOperation({ model: { expiry, fields } }: ModelTable, columns: readonly string[]): string {
  const isExpiry = fields.some(({ name, column }) => name === expiry && columns.includes(column))
  return isExpiry ? "each sweep of expired rows" : "deleting a user, or listing what a user owns,"
}
