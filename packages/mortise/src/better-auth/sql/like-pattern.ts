import { throwInvalid } from "../../contract/throw-invalid.ts"
import type { Column } from "../columns.ts"
import { isStorable } from "../wires.ts"
import { caseForms, isAscii } from "./case-forms.ts"
import type { Query } from "./query.ts"

type Place = {
  readonly column: Column
  readonly name: string
  readonly query: Query
  readonly isFolded: boolean
}

/** A condition on a part of a text. */
export function likePattern(
  { column, name, query, isFolded }: Place,
  operator: "contains" | "starts_with" | "ends_with",
  value: string,
): string {
  const { dialect } = query
  const { isText, compareColumn } = column.wire
  const text = isText ? (compareColumn?.(name) ?? name) : asText(dialect.family, name)
  const [before, after] = [operator !== "starts_with", operator !== "ends_with"]
  const pattern = (escaped: string, any: string) => `${before ? any : ""}${escaped}${after ? any : ""}`
  if (!isStorable(dialect, value)) return "1 = 0"
  const bind = (bound: string) => query.bind(checkPattern(dialect.family, column, bound))
  if (dialect.family === "sqlite" && !isFolded)
    // LIKE ignores the case of ASCII letters in SQLite.
    return `${text} GLOB ${bind(pattern(value.replace(/[*?[]/g, "[$&]"), "*"))}`
  const like = (form: string) => bind(pattern(form.replace(/[%_|]/g, "|$&"), "%"))
  if (dialect.family !== "mysql") {
    const sign = dialect.family === "postgres" && isFolded ? "ILIKE" : "LIKE"
    const forms = isFolded ? caseForms(dialect.family, value) : [value]
    return `(${forms.map((form) => `${text} ${sign} ${like(form)} ESCAPE '|'`).join(" OR ")})`
  }
  if (isFolded) return `${dialect.lower(text)} LIKE ${dialect.lower(like(value))} ESCAPE '|'`
  // An index has the order of the collation. Characters beyond ASCII may be missing in the column's encoding.
  const isRange = operator === "starts_with" && column.isIndexed && isAscii.test(value)
  const range = isRange ? `${text} LIKE ${like(value)} ESCAPE '|' AND ` : ""
  return `(${range}${dialect.asBytes?.(text) ?? text} LIKE ${like(value)} ESCAPE '|')`
}

// The limit of SQLite's default build, in bytes.
const longestPattern = 50_000

function checkPattern(family: string, { field }: Column, pattern: string): string {
  if (family === "sqlite" && new TextEncoder().encode(pattern).length > longestPattern)
    throwInvalid(
      `The value of a condition on ${field} is too long: SQLite finds at most ${longestPattern} bytes in a text.`,
      { fields: [field] },
    )
  return pattern
}

const asText = (family: string, name: string): string =>
  family === "postgres" ? `${name}::text` : `CAST(${name} AS ${family === "mysql" ? "CHAR" : "TEXT"})`
