import { MortiseError } from "../contract/errors.ts"
import type { Json } from "../contract/fields.ts"
import type { Value } from "../contract/rows.ts"
import type { Column } from "../contract/schema.ts"
import { canonicalText, textProblem, utf8Bytes } from "./check-text.ts"

/** The canonical form of a value by the kind of its field; throws `invalid` when it has none. */
export function checkValue(column: Column, value: unknown): Value {
  switch (column.kind) {
    case "text":
      return checkText(column, value)
    case "date":
      return checkDate(column, value)
    case "integer":
    case "number":
      return checkNumber(column, value)
    case "boolean":
      return typeof value === "boolean" ? value : refuse(column, "must be true or false")
    case "json":
      return checkJson(column, value)
  }
}

/** Throws `invalid`, naming the field and what it must be. */
export function refuse(column: Pick<Column, "model" | "name">, reason: string): never {
  const { model, name } = column
  throw new MortiseError("invalid", `${model}.${name} ${reason}.`, { model, fields: [name] })
}

function checkText(column: Column, value: unknown): string {
  const given = column.form === "provider-id" && Number.isSafeInteger(value) ? String(value) : value
  if (typeof given !== "string") refuse(column, "must be text")
  const canonical = canonicalText(column, given)
  if (canonical === "" && column.inKey) refuse(column, "must not be empty")
  const problem = textProblem(column, canonical)
  return problem === undefined ? canonical : refuse(column, problem)
}

const firstDay = Date.parse("0001-01-01T00:00:00Z")
const lastDay = Date.parse("9999-12-31T23:59:59.999Z")

function checkDate(column: Column, value: unknown): Date {
  const time = timeOf(value)
  if (!(time >= firstDay && time <= lastDay))
    refuse(column, "must be a valid Date between the years 1 and 9999")
  return new Date(time)
}

// The brand check behind getTime knows a Date of any realm, and no look-alike.
function timeOf(value: unknown): number {
  try {
    return Date.prototype.getTime.call(value as Date)
  } catch {
    return Number.NaN
  }
}

function checkNumber(column: Column, value: unknown): number {
  const { kind, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = column
  if (kind === "number")
    return typeof value === "number" && Number.isFinite(value)
      ? value + 0
      : refuse(column, "must be a finite number")
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < min || value > max)
    refuse(column, `must be a whole number from ${min} to ${max}`)
  return value + 0
}

const deepest = 16

function checkJson(column: Column, value: unknown): Json {
  const copy = copyJson(column, value, 0)
  const most = column.max ?? 64 * 1024
  if (utf8Bytes(JSON.stringify(copy)) > most) refuse(column, `must be at most ${most} bytes of JSON`)
  return copy
}

function copyJson(column: Column, value: unknown, depth: number): Json {
  if (depth > deepest) refuse(column, `must not be nested deeper than ${deepest} levels`)
  if (value === null || typeof value === "boolean") return value
  if (typeof value === "number" && Number.isFinite(value)) return value + 0
  if (typeof value === "string") {
    const problem = textProblem(column, value)
    return problem === undefined ? value : refuse(column, problem)
  }
  if (Array.isArray(value)) return value.map((member) => copyJson(column, member, depth + 1))
  if (typeof value !== "object" || !isPlain(value))
    refuse(column, "must be JSON: declare other kinds as fields")
  const members = Object.entries(value).filter(
    ([name, member]) => member !== undefined && name !== "__proto__",
  )
  return Object.fromEntries(members.map(([name, member]) => [name, copyJson(column, member, depth + 1)]))
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
