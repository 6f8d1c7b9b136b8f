import { MortiseError } from "../contract/errors.ts"
import type { Json } from "../contract/fields.ts"
import type { Value } from "../contract/rows.ts"
import type { Column } from "../contract/schema.ts"
import { throwInvalidField } from "../contract/throw-invalid.ts"
import { ownData } from "../shared/own-data.ts"
import { isStorableTime, toTime, truncateToSecond } from "../shared/utc-text.ts"
import { canonicalText, textProblem, utf8Bytes } from "./check-text.ts"

/** The canonical form of a value, by the kind of its field; throws `invalid` for any other value. */
export function checkValue(column: Column, value: unknown): Value {
  switch (column.kind) {
    case "text":
      return checkText(column, value)
    case "date":
      return checkDate(column, value)
    case "integer":
    case "number":
      return checkNumber(column, column.kind, value)
    case "boolean":
      return typeof value === "boolean" ? value : throwInvalidField(column, "must be true or false")
    case "json":
      return checkJson(column, value)
  }
}

/** A value as text. Some providers assign numeric ids; an inexact number could be the id of another account. */
export function asText(column: Column, value: unknown): string {
  if (typeof value === "string") return value
  if (column.form !== "provider_id") return throwInvalidField(column, "must be text")
  return Number.isSafeInteger(value)
    ? String(value)
    : throwInvalidField(column, "must be text or an exact whole number")
}

function checkText(column: Column, value: unknown): string {
  const canonical = canonicalText(column, asText(column, value))
  if (canonical === "" && column.inKey) throwInvalidField(column, "must not be empty")
  const problem = textProblem(column, canonical)
  return problem === undefined ? canonical : throwInvalidField(column, problem)
}

function checkDate(column: Column, value: unknown): Date {
  const time = toTime(value)
  if (!isStorableTime(time)) throwInvalidField(column, "must be a valid Date between the years 1 and 9999")
  return new Date(column.stored === "seconds" ? truncateToSecond(time) : time)
}

const largest = { integer: Number.MAX_SAFE_INTEGER, number: Number.MAX_VALUE }

function checkNumber(column: Column, kind: keyof typeof largest, value: unknown): number {
  const { min = -largest[kind], max = largest[kind] } = column
  const right = kind === "integer" ? Number.isSafeInteger(value) : Number.isFinite(value)
  if (typeof value !== "number" || !right || value < min || value > max)
    throwInvalidField(
      column,
      `must be a ${kind === "integer" ? "whole" : "finite"} number from ${min} to ${max}`,
    )
  // Turns minus zero into zero, as database engines do.
  return value + 0
}

const maxDepth = 16
const notJson = "must be JSON: declare a field of another kind for other values"

/** A copy of a JSON value; throws `invalid` for a value that JSON cannot represent exactly. */
function checkJson(column: Column, value: unknown): Json {
  const max = column.max ?? 64 * 1024
  const tooLong = `must be at most ${max} bytes of JSON`
  // Every value takes at least one byte, so this limit also stops a value that contains itself.
  let left = max

  const text = (value: string): string => {
    const problem = textProblem(column, value)
    return problem === undefined ? value : throwInvalidField(column, problem)
  }
  const copy = (value: unknown, depth: number): Json => {
    if (--left < 0) throwInvalidField(column, tooLong)
    if (depth > maxDepth) throwInvalidField(column, `must not be nested deeper than ${maxDepth} levels`)
    if (value === null || typeof value === "boolean") return value
    if (typeof value === "number" && Number.isFinite(value)) return value + 0
    if (typeof value === "string") return text(value)
    if (Array.isArray(value))
      return Array.from({ length: value.length }, (_, at) => copy(value[at], depth + 1))
    const members = Object.entries(plainData(value) ?? throwInvalidField(column, notJson))
    const entries = members.filter(([name, member]) => member !== undefined && name !== "__proto__")
    return Object.fromEntries(entries.map(([name, member]) => [text(name), copy(member, depth + 1)]))
  }

  const made = readable(column, () => copy(value, 0))
  return utf8Bytes(JSON.stringify(made)) > max ? throwInvalidField(column, tooLong) : made
}

function plainData(value: unknown) {
  if (typeof value !== "object" || value === null) return undefined
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null ? ownData(value) : undefined
}

// Reading plain data never throws; reading a proxy can.
function readable<T>(column: Column, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof MortiseError) throw error
    return throwInvalidField(column, notJson)
  }
}
