import { mortise } from "../../../shared/mortise-command.ts"
import type { Drift } from "../../../sql/introspection/drift.ts"
import type { FoundColumn } from "../../../sql/introspection/found-table.ts"
import type { ModelTable } from "../compile/tables.ts"
import type { Fix } from "./fix.ts"

/** How to fix a difference that no row blocks. */
export function explainFix(
  { model }: ModelTable,
  drift: Drift,
  { by, statements }: Fix,
  orm?: string,
): string {
  if (orm && by === "migrate" && statements.length > 0)
    return `Fix: add it to the schema of ${orm}, and run its migration. ${mortise} doctor prints what to add.`
  if (by === "migrate") return "Fix: run migrate."
  if ("fault" in drift && drift.fault.advice) return drift.fault.advice
  if (orm && statements.length > 0)
    return `Fix: change it in the schema of ${orm}, and run its migration. ${mortise} doctor prints it.`
  if (statements.length > 0) return "Fix: run the statements in fix, in order, on one connection."
  switch (drift.code) {
    case "unfilled_column":
      return `Fix: declare it, for example ${model.name}: { fields: { ${drift.existing.name}: ${fieldFor(drift.existing)} } } in defineSchema, or give it a default in the database.`
    case "missing_foreign_key":
      return `Fix: give it the type of ${drift.foreignKey.title}.${drift.foreignKey.references} first, then run migrate.`
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
