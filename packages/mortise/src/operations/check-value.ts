import { copyJson } from "../contract/copy-json.ts"
import type { Value } from "../contract/rows.ts"
import type { Column } from "../contract/schema.ts"
import { throwInvalidField } from "../contract/throw-invalid.ts"
import { isStorableTime, toTime, truncateToSecond } from "../shared/utc-text.ts"
import { asText, canonicalText, textProblem, utf8Bytes } from "./check-text.ts"

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
      return copyJson(column, value, (text) => checkForm(column, text), utf8Bytes)
  }
}

function checkText(column: Column, value: unknown): string {
  const canonical = canonicalText(column, asText(column, value))
  if (canonical === "" && column.inKey) throwInvalidField(column, "must not be empty")
  return checkForm(column, canonical)
}

function checkForm(column: Column, text: string): string {
  const problem = textProblem(column, text)
  return problem === undefined ? text : throwInvalidField(column, problem)
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
