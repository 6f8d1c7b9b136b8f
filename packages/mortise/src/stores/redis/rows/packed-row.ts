import type { Row } from "../../../contract/rows.ts"
import type { Model } from "../../../contract/schema.ts"
import { textToValue, valueToText } from "../../../operations/rows/row-texts.ts"
import { rowField } from "../glossary.ts"

/**
 * A row as one text: `name=value` for each field that has a value, separated by NUL, which no value contains. Scripts
 * read and change such texts without knowing types: dates are milliseconds, numbers are decimal, JSON is its text.
 */
export type PackedRow = string

const separator = "\0"

export function packRow(model: Model, row: Readonly<Row>): PackedRow {
  const parts: string[] = []
  for (const field of model.fields) {
    const value = row[field.name]
    if (value !== undefined && value !== null) parts.push(`${field.name}=${valueToText(field, value)}`)
  }
  return parts.join(separator)
}

export function unpackRow(model: Model, packed: PackedRow): Row {
  const row: Row = {}
  let from = 0
  for (const field of model.fields) {
    const { name } = field
    const start = from + name.length + 1
    if (packed[start - 1] === "=" && packed.startsWith(name, from)) {
      const end = packed.indexOf(separator, start)
      row[name] = textToValue(field, end < 0 ? packed.slice(start) : packed.slice(start, end))
      from = end < 0 ? packed.length : end + 1
    } else if (field.presence !== "optional") row[name] = null
  }
  return from < packed.length ? unpackRow(model, inOrder(model, packed)) : row
}

/** The known fields in the order of the model: scripts append new fields, and a model may change. */
function inOrder(model: Model, packed: PackedRow): PackedRow {
  const parts = new Map(packed.split(separator).map((part) => [part.slice(0, part.indexOf("=")), part]))
  return model.fields.flatMap(({ name }) => parts.get(name) ?? []).join(separator)
}

// No field of a model can have this name.
const nonceField = `${separator}${rowField.nonce}=`

/** Adds a nonce to a packed token or slot, which has no field of its own for it. */
export const withNonce = (packed: PackedRow, nonce: string): PackedRow => `${packed}${nonceField}${nonce}`

/** The nonce of a packed token or slot. */
export const nonceIn = (packed: PackedRow): string => packed.split(nonceField)[1]?.split(separator)[0] ?? ""
