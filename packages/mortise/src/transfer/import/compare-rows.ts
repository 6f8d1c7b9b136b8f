import { canonicalEmail } from "../../contract/canonical-email.ts"
import type { Row } from "../../contract/rows.ts"
import type { Column, Model } from "../../contract/schema.ts"
import type { User } from "../../contract/types.ts"
import type { FileRow } from "../export/export-format.ts"
import { different, type Imported } from "./imported.ts"

/** A row of a file with the kinds of the target: dates are `Date`. */
export function decodeRow({ fields }: Model, row: FileRow): Row {
  const dates = new Set(fields.filter(({ kind }) => kind === "date").map(({ name }) => name))
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      dates.has(name) && typeof value === "string" ? new Date(value) : value,
    ]),
  ) as Row
}

/** The fields that have a value in the file and are not declared in the target. */
export const undeclaredFields = ({ fields }: Model, row: FileRow): string[] =>
  Object.keys(row).filter((name) => row[name] !== null && !fields.some((field) => field.name === name))

/** Whether the stored row has every value of the given one. */
export function hasValues(model: Model, stored: Readonly<Record<string, unknown>>, row: Row): boolean {
  return Object.keys(row).every((name) => {
    const column = model.fields.find((field) => field.name === name)
    return comparable(column, stored[name]) === comparable(column, row[name])
  })
}

/** The outcome for a user whose row in the target is this one. */
export function compareUser(model: Model, stored: User, row: Row, isNew: boolean): Imported {
  if (hasValues(model, stored, row)) return { outcome: isNew ? "created" : "equal" }
  return different("The target has a user with this key and other values.")
}

/** A text that is the same for the same value in its canonical form. */
function comparable(column: Column | undefined, value: unknown): string {
  if (value === undefined || value === null) return "null"
  if (column?.form === "email" && typeof value === "string") return JSON.stringify(canonicalEmail(value))
  if (column?.form === "lower" && typeof value === "string") return JSON.stringify(value.toLowerCase())
  return JSON.stringify(value, sortedMembers)
}

/** Databases may return the members of a JSON object in another order. */
function sortedMembers(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
}
