import type { Kind } from "../../../../contract/fields.ts"
import type { Fault } from "../../../introspection/drift.ts"
import type { FoundColumn } from "../../../introspection/found-table.ts"
import { idAdvice } from "../../../introspection/id-advice.ts"
import { toStorage } from "../../../storage.ts"
import type { ColumnSpec } from "../../../tables/table-spec.ts"

const wrongTypes: Record<Kind, string> = {
  text: "SQLite converts text that looks like a number in such a column, so a key is read back changed.",
  date: "Dates are stored as milliseconds; in a text column they are compared as text, so what has expired can count as valid.",
  integer: "In a text column, numbers are compared as text: 9 is greater than 10.",
  number: "In a text column, numbers are compared as text: 9 is greater than 10.",
  boolean: "Booleans are stored as 0 or 1; in a text column, both count as true.",
  json: "SQLite converts text that looks like a number in such a column.",
}

// SQLite stores a value as it is given, unless the affinity of the column converts it.
export function checkColumn({ column, type, field }: ColumnSpec, existing: FoundColumn): readonly Fault[] {
  const needed = affinity(type)
  const actual = affinity(existing.type)
  const isText = needed === "TEXT"
  // JSON and text dates do not look like numbers, so NUMERIC does not convert them.
  const isNeverNumber = field.kind === "json" || toStorage(field).startsWith("iso")
  const fits = actual === "BLOB" || (actual === "TEXT") === isText || (isNeverNumber && actual === "NUMERIC")
  const isFilled = !type.includes("PRIMARY KEY") || existing.hasDefault
  if (fits && isFilled) return []
  const why = isFilled
    ? `${column} has the type ${existing.type} instead of ${type}. ${wrongTypes[isText ? "text" : field.kind]}`
    : `${column} ${existing.type ? `has the type ${existing.type}` : "has no type"} and does not generate ids (${type} does): no row can be inserted.`
  const advice = field.form === "id" ? idAdvice(existing.type) : undefined
  return [{ code: "wrong_type", severity: "error", why, ...(advice && { advice }) }]
}

/** SQLite's own rules for the affinity of a type, in the documented order. */
function affinity(type: string): "INTEGER" | "TEXT" | "BLOB" | "REAL" | "NUMERIC" {
  if (/INT/i.test(type)) return "INTEGER"
  if (/CHAR|CLOB|TEXT/i.test(type)) return "TEXT"
  if (type === "" || /BLOB/i.test(type)) return "BLOB"
  return /REAL|FLOA|DOUB/i.test(type) ? "REAL" : "NUMERIC"
}
