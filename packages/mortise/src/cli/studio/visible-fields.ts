import type { ModelName, Schema } from "../../index.ts"
import { withoutSecrets } from "../users/person.ts"
import type { VisibleFields } from "./api-types.ts"

// The schema does not declare it as a secret, because exports need it. The page does not.
const notShown = ["credentialPublicKey"]

/** The declared fields of a row that are not secret, as values that JSON has. */
export function visibleFields(
  schema: Schema,
  model: ModelName,
  row: Readonly<Record<string, unknown>>,
): VisibleFields {
  const shown = Object.entries(withoutSecrets(schema, model, row)).filter(
    ([name]) => !notShown.includes(name),
  )
  return Object.fromEntries(shown.map(([name, value]) => [name, timeIn(name, value) ?? plainValue(value)]))
}

/** OAuth counts seconds, and a person reads dates. */
const timeIn = (name: string, value: unknown): string | null =>
  name === "expires_at" && typeof value === "number" ? isoTime(value * 1000) : null

/** A value as JSON has it. */
export function plainValue(value: unknown): string | number | boolean | null {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === "object" && value !== null) return JSON.stringify(value)
  return (value ?? null) as string | number | boolean | null
}

/** A date, or a time in milliseconds, as ISO text; null if it is neither or out of range. */
export function isoTime(value: unknown): string | null {
  if (!(value instanceof Date) && typeof value !== "number") return null
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
