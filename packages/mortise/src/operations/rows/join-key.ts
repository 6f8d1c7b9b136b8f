import type { Row } from "../../contract/rows.ts"

/**
 * A text that names a key's values and no others; `undefined` if one of them is empty. A single value is the text itself.
 *
 * @example
 * ```ts
 * import { joinKey } from "mortise/store"
 *
 * joinKey({ provider: "github", providerAccountId: "1" }, ["provider", "providerAccountId"]) // "6:github1:1"
 * ```
 */
export function joinKey(row: Readonly<Row>, fields: readonly string[]): string | undefined {
  if (fields.length === 1) return (row[fields[0] as string] as string | null) ?? undefined
  let key = ""
  for (const field of fields) {
    const value = row[field] as string | null
    if (value === null) return undefined
    key += `${value.length}:${value}`
  }
  return key
}
