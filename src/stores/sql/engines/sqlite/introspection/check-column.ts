import type { Kind } from "../../../../../contract/fields.ts"
import type { ColumnSpec } from "../../../compile/tables.ts"
import type { Fault } from "../../../migrate/drift.ts"
import type { FoundColumn } from "../../../migrate/found-table.ts"

const wrongTypes: Record<Kind, string> = {
  text: "SQLite turns text that looks like a number into one there, so an id or token would come back changed.",
  date: "Dates are kept as milliseconds; as text they are compared letter by letter, so what has expired would count as valid.",
  integer: "As text, numbers are compared letter by letter, and 9 counts for more than 10.",
  number: "As text, numbers are compared letter by letter, and 9 counts for more than 10.",
  boolean: "It is kept as 0 or 1; as text, both count as true.",
  json: "SQLite turns text that looks like a number into one there.",
}

// SQLite keeps a value as it was given, unless the affinity of the column says otherwise.
export function checkColumn({ column, type, field }: ColumnSpec, found: FoundColumn): readonly Fault[] {
  const needed = affinity(type)
  const is = affinity(found.type)
  const isText = needed === "TEXT"
  const fits = is === "BLOB" || (is === "TEXT") === isText || (field.kind === "json" && is === "NUMERIC")
  const isMade = !type.includes("PRIMARY KEY") || found.hasDefault
  if (fits && isMade) return []
  const why = isMade
    ? `${column} is ${found.type}, where ${type} is needed. ${wrongTypes[isText ? "text" : field.kind]}`
    : `${column} is ${found.type || "without a type"} and makes no ids by itself, where ${type} is needed: no user can be stored. Choose ids: "given" in defineSchema, or begin with a new table.`
  return [{ code: "wrong_type", severity: "error", why }]
}

/** The rules of SQLite itself, in its order. */
function affinity(type: string): "INTEGER" | "TEXT" | "BLOB" | "REAL" | "NUMERIC" {
  if (/INT/i.test(type)) return "INTEGER"
  if (/CHAR|CLOB|TEXT/i.test(type)) return "TEXT"
  if (type === "" || /BLOB/i.test(type)) return "BLOB"
  return /REAL|FLOA|DOUB/i.test(type) ? "REAL" : "NUMERIC"
}
