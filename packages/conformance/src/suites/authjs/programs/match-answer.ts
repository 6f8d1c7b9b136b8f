import { member, sameValue } from "../../../engine/case-tools/same-value.ts"
import { printValue } from "../../../engine/print.ts"
import type { Answer } from "./model-state.ts"

/** The outcome of a call. */
export type CallOutcome = { readonly value: unknown } | { readonly thrown: unknown }

/** Whether the outcome of a call is the expected one. Empty fields may be null, undefined or missing. */
export function matchesAnswer(outcome: CallOutcome, answer: Answer): boolean {
  if (answer.is === "unspecified") return true
  if ("thrown" in outcome) return answer.is === "error"
  switch (answer.is) {
    case "error":
      return false
    case "nothing":
      return isEmpty(outcome.value)
    case "row":
      return hasFields(outcome.value, answer.row)
    case "row or nothing":
      return isEmpty(outcome.value) || hasFields(outcome.value, answer.row)
    case "rows":
      return sameRows(outcome.value, answer.rows)
  }
}

/** The expected answer, in a few words. */
export function describeAnswer(answer: Answer): string {
  switch (answer.is) {
    case "row":
      return printValue(answer.row)
    case "row or nothing":
      return `${printValue(answer.row)} or nothing`
    case "rows":
      return printValue(answer.rows)
    case "error":
      return "an error"
    case "nothing":
      return "null"
    case "unspecified":
      return "anything"
  }
}

/** The received outcome, in a few words. */
export const describeOutcome = (outcome: CallOutcome): string =>
  "thrown" in outcome ? `threw ${printValue(outcome.thrown)}` : printValue(outcome.value)

const isEmpty = (value: unknown): boolean => value === null || value === undefined

/** Whether a value has the expected fields, including those of nested rows. */
function hasFields(value: unknown, expected: object): boolean {
  if (typeof value !== "object" || value === null) return false
  return Object.entries(expected).every(([name, wanted]) => {
    const actual = member(value, name)
    if (isEmpty(wanted)) return isEmpty(actual)
    return isRecord(wanted) ? hasFields(actual, wanted) : sameValue(actual, wanted)
  })
}

const isRecord = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !(value instanceof Date)

function sameRows(value: unknown, expected: readonly object[]): boolean {
  if (!Array.isArray(value) || value.length !== expected.length) return false
  return expected.every((row) => value.some((candidate) => hasFields(candidate, row)))
}
