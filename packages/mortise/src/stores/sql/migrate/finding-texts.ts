import type { ModelName } from "../../../contract/models.ts"
import type { ColumnSpec, TableSpec } from "../compile/tables.ts"
import type { Drift } from "./drift.ts"
import type { Fix } from "./fix.ts"
import type { FoundColumn } from "./found-table.ts"

/** What a difference is, and what it does to the people who sign in or to those who run the database. */
export function explainDrift(spec: TableSpec, drift: Drift): string {
  const { table, model } = spec
  const one = articleAndName[model.name]
  switch (drift.code) {
    case "missing_table":
      if (model.name === "slot") return `The table ${table} does not exist: ${slotFeatures}`
      return `The table ${table} does not exist: every call that needs ${one} fails.`
    case "missing_column":
      return `The column ${columnName(table, drift.column)} does not exist: every call that reads or writes ${one} fails.`
    case "missing_key":
      return `${table} has no unique key on ${drift.columns.join(" and ")}: ${duplicateHarm(spec, drift.columns)}, and each lookup by it reads the whole table.`
    case "missing_index":
      return `${table} has no index on ${drift.columns.join(" and ")}: ${slowOperation(spec, drift.columns)} reads the whole table, which takes longer with every row.`
    case "missing_email_index":
      return `${table} has no unique index on ${drift.lowerColumn} in lower case: each lookup by email reads the whole table, and two concurrent requests can create two users whose emails differ in case.`
    case "missing_foreign_key":
      return `${table}.${drift.foreignKey.column} has no foreign key to ${drift.foreignKey.table}: ${one} can be stored for a user who is being deleted, and stays when its user is deleted.`
    case "missing_cascade":
      return `The foreign key of ${table}.${drift.foreignKey.column} does not cascade: the database refuses to delete a user who has ${one}.`
    case "nullable_column":
      return `${columnName(table, drift.column)} allows null: another program can store ${one} without it, and it is then read as null.`
    case "unfilled_column":
      return `${table}.${drift.found.name} is NOT NULL without a default, and the schema does not declare it: no row can be inserted into ${table}.`
    case "unfilled_rows":
      return `${columnName(table, drift.column)} is null in rows that were stored before the field was declared: they are read as null.`
    case "folding_collation":
      return `${columnName(table, drift.column)} has a collation that treats different texts as equal: one person's row can be found by another person's ${drift.column.field.name}.`
    default:
      return `${table}.${drift.fault.why}`
  }
}

/** How to fix a difference that no row blocks. */
export function explainFix(
  { model }: TableSpec,
  drift: Drift,
  { by, statements }: Fix,
  orm?: string,
): string {
  if (orm && by === "migrate" && statements.length > 0)
    return `Fix: add it to the schema of ${orm}, and run its migration. mortise doctor prints what to add.`
  if (by === "migrate") return "Fix: run migrate."
  if ("fault" in drift && drift.fault.advice) return drift.fault.advice
  if (orm && statements.length > 0)
    return `Fix: change it in the schema of ${orm}, and run its migration. mortise doctor prints it.`
  if (statements.length > 0) return "Fix: run the statements in fix, in order, on one connection."
  switch (drift.code) {
    case "unfilled_column":
      return `Fix: declare it, for example ${model.name}: { fields: { ${drift.found.name}: ${fieldFor(drift.found)} } } in defineSchema, or give it a default in the database.`
    case "missing_foreign_key":
      return `Fix: give it the type of ${drift.foreignKey.table}.${drift.foreignKey.references} first, then run migrate.`
    case "missing_table":
      return "Fix: follow the advice on the ids of the users table first, then run migrate."
    case "folding_collation":
      return "Fix: give it a binary collation, together with the columns that its foreign keys connect."
    default:
      return "Fix: change the column in a migration of your own, which knows the values that it holds."
  }
}

/** A declaration for a column of a type that the ORM fills. */
function fieldFor({ name, type }: FoundColumn): string {
  if (/time|date/i.test(type)) return "date({ default: () => new Date() })"
  if (/bool|tinyint\(1\)/i.test(type)) return "boolean({ default: false })"
  if (/int|serial/i.test(type)) return "integer({ default: 0 })"
  if (/numeric|decimal|double|real|float/i.test(type)) return "number({ default: 0 })"
  if (/json/i.test(type)) return "json({ default: {} })"
  return name === "id" ? "text({ default: () => crypto.randomUUID() })" : "text({ required: true })"
}

/** Why rows block a fix, and what to do about them. */
export function explainBlockingRows(drift: Drift, rows: number): string {
  const [count, belong, have, are] =
    rows === 1
      ? ["1 row", "belongs", "has", "is a duplicate"]
      : [`${rows} rows`, "belong", "have", "are duplicates"]
  switch (drift.code) {
    case "missing_key":
      return `${count} ${are}. Fix: merge or delete them, then run migrate.`
    case "missing_email_index":
      return `${count} ${are} of another email but for its case, and getUserByEmail throws conflict for both. Fix: merge these users, then run migrate.`
    case "missing_foreign_key":
      return `${count} ${belong} to a user who does not exist. Fix: delete them or restore their users, then run inspect again.`
    case "missing_column":
      return `${count} would have no value for it. Fix: give the field a default in defineSchema, or add the column yourself and fill it.`
    default:
      return `${count} ${have} null there. Fix: fill or delete them, then run inspect again.`
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

function duplicateHarm({ model, uniques }: TableSpec, columns: readonly string[]): string {
  const isEmail = model.name === "user" && uniques.includes(columns)
  return isEmail
    ? "two concurrent requests can create two users with the same email"
    : duplicateHarms[model.name]
}

const columnName = (table: string, { column }: ColumnSpec): string => `${table}.${column}`

function slowOperation({ model: { expiry, fields } }: TableSpec, columns: readonly string[]): string {
  const isExpiry = fields.some(({ name, column }) => name === expiry && columns.includes(column))
  return isExpiry ? "each sweep of expired rows" : "deleting a user, or listing what a user owns,"
}
