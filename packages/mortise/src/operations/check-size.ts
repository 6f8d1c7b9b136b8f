import { MortiseError } from "../contract/errors.ts"
import type { ModelName } from "../contract/models.ts"
import { utf8Bytes } from "./check-text.ts"

// For all texts of a row together: less than the limit of any engine for one statement.
const maxBytes = 256 * 1024

/** Throws `invalid` if the texts of a row are too long together. */
export function checkSize(model: ModelName, row: Readonly<Record<string, unknown>>): void {
  let length = 0
  for (const name in row) {
    const value = row[name]
    if (typeof value === "string") length += value.length
  }
  // A unit of UTF-16 takes at most three bytes of UTF-8, so most rows need no exact count.
  if (length * 3 <= maxBytes) return
  let bytes = 0
  for (const value of Object.values(row)) if (typeof value === "string") bytes += utf8Bytes(value)
  if (bytes <= maxBytes) return
  throw new MortiseError("invalid", `A row of ${model} must hold at most ${maxBytes} bytes of text.`, {
    model,
  })
}
