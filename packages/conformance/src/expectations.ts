import { MortiseError } from "mortise"
import type { AnyCase, Expectations } from "./case.ts"
import { CaseFailure } from "./case-failure.ts"
import { printValue } from "./print.ts"
import { member, sameValue } from "./same-value.ts"

/** The expectations of one case. `strict`: the adapter has a manifest, so its error codes are checked too. */
export function createExpectations(of: AnyCase, strict: boolean): Expectations {
  const fail = (expected: string, received: string): never => {
    throw new CaseFailure(of, { expected, received })
  }
  const check: Expectations["check"] = (holds, expected, received) => {
    if (!holds) fail(expected, printValue(received))
  }

  const row: Expectations["row"] = (actual, expected, what) => {
    if (typeof actual !== "object" || actual === null) fail(`${what}: a row`, printValue(actual))
    const wrong = Object.keys(expected).filter((name) => !meets(member(actual, name), member(expected, name)))
    if (wrong.length === 0) return
    const show = (row: object) => wrong.map((name) => `${name}: ${printValue(member(row, name))}`).join(", ")
    fail(`${what} with ${show(expected)}`, show(actual as object))
  }

  const isNothing: Expectations["isNothing"] = (actual, what) =>
    check(isEmpty(actual), `${what}: null or undefined`, actual)

  return {
    check,
    isNothing,
    row,
    rowOrNothing: (actual, expected, what) => (isEmpty(actual) ? undefined : row(actual, expected, what)),
    equal: (actual, expected, what) =>
      check(sameValue(actual, expected), `${what}: ${printValue(expected)}`, actual),
    isNull: (actual, what) => check(actual === null, `${what}: null`, actual),

    async findsNothing(call, what) {
      const [outcome] = await Promise.allSettled([call()])
      if (outcome.status === "fulfilled") isNothing(outcome.value, what)
    },

    async throws(call, what, code) {
      const [outcome] = await Promise.allSettled([call()])
      if (outcome.status === "fulfilled") return fail(`${what}: an error`, printValue(outcome.value))
      const error: unknown = outcome.reason
      const wrong = strict && code && !(error instanceof MortiseError && error.code === code)
      if (wrong) fail(`${what}: a MortiseError of code ${code}`, printValue(error))
      return error
    },
  }
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined

const meets = (actual: unknown, expected: unknown): boolean =>
  isEmpty(expected) ? isEmpty(actual) : sameValue(actual, expected)
