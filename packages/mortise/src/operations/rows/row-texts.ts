import type { Json } from "../../contract/fields.ts"
import type { Row, Value } from "../../contract/rows.ts"
import type { Column, Model } from "../../contract/schema.ts"

/**
 * A value as text: a date in milliseconds, a number in decimal, true and false as `1` and `0`, JSON as its text.
 *
 * @example
 * ```ts
 * import { valueToText } from "mortise/store"
 *
 * valueToText({ kind: "date" }, new Date(5)) // "5"
 * ```
 */
export function valueToText({ kind }: Pick<Column, "kind">, value: NonNullable<Value>): string {
  if (value instanceof Date) return String(value.getTime())
  if (kind === "boolean") return value ? "1" : "0"
  return kind === "json" ? JSON.stringify(value) : String(value)
}

/**
 * The value of such a text, by the kind of its field.
 *
 * @example
 * ```ts
 * import { textToValue } from "mortise/store"
 *
 * textToValue({ kind: "boolean" }, "1") // true
 * ```
 */
export function textToValue({ kind }: Pick<Column, "kind">, text: string): Value {
  switch (kind) {
    case "text":
      return text
    case "date":
      return new Date(Number(text))
    case "boolean":
      return text === "1"
    case "json":
      return JSON.parse(text) as Json
    default:
      return Number(text)
  }
}

/**
 * The texts of a row's fields, without the empty ones.
 *
 * @example
 * ```ts
 * import { defaultSchema, rowToTexts } from "mortise/store"
 *
 * rowToTexts(defaultSchema().models.user, { id: "1", name: null }) // { id: "1" }
 * ```
 */
export function rowToTexts({ fields }: Model, row: Readonly<Row>): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const field of fields) {
    const value = row[field.name]
    if (value !== undefined && value !== null) texts[field.name] = valueToText(field, value)
  }
  return texts
}

/**
 * The canonical row of such texts: a nullable field without a text is null, an optional one is left out.
 *
 * @example
 * ```ts
 * import { defaultSchema, textsToRow } from "mortise/store"
 *
 * textsToRow(defaultSchema().models.user, { id: "1" }).name // null
 * ```
 */
export function textsToRow({ fields }: Model, texts: Readonly<Record<string, string>>): Row {
  const row: Row = {}
  for (const field of fields) {
    const text = texts[field.name]
    if (text !== undefined) row[field.name] = textToValue(field, text)
    else if (field.presence !== "optional") row[field.name] = null
  }
  return row
}
