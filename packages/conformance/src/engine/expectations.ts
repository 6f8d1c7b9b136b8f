import { MortiseError } from "mortise"
import type { Expectations } from "./case.ts"
import type { FailureDetails } from "./case-failure.ts"
import { member, sameValue } from "./case-tools/same-value.ts"
import { printValue } from "./print.ts"
import { compareValues, suspectLoss } from "./symptoms/symptom.ts"

/** Throws a failure, or notes it if the case can go on: the row is the right one, but the store changed a value. */
export type Fail = (details: FailureDetails) => void

/** The expectations of one case. `strict`: the adapter has a manifest, so its error codes are checked too. */
export function createExpectations(fail: Fail, strict: boolean): Expectations {
  const check: Expectations["check"] = (holds, expected, received) => {
    if (holds) return
    const symptom = { kind: "other", suspect: suspectLoss(received) } as const
    fail({ expected, received: printValue(received), symptom })
  }

  const row: Expectations["row"] = (actual, expected, what) => {
    if (typeof actual !== "object" || actual === null) {
      const kind = isEmpty(actual) ? "missing" : "other"
      return fail({ expected: `${what}: a row`, received: printValue(actual), symptom: { kind } })
    }
    const wrong = Object.keys(expected).filter((name) => !meets(member(actual, name), member(expected, name)))
    if (wrong.length === 0) return
    const show = (row: object) => wrong.map((name) => `${name}: ${printValue(member(row, name))}`).join(", ")
    const pick = (row: object) => Object.fromEntries(wrong.map((name) => [name, member(row, name)]))
    fail({
      expected: `${what} with ${show(expected)}`,
      received: show(actual),
      symptom: compareValues(pick(expected), pick(actual)),
    })
  }

  const expectEmpty = (holds: boolean, expected: string, received: unknown) => {
    if (holds) return
    const kind = typeof received === "object" ? "found" : "other"
    fail({ expected, received: printValue(received), symptom: { kind } })
  }
  const isNothing: Expectations["isNothing"] = (actual, what) =>
    expectEmpty(isEmpty(actual), `${what}: null or undefined`, actual)

  return {
    check,
    isNothing,
    row,
    rowOrNothing: (actual, expected, what) => (isEmpty(actual) ? undefined : row(actual, expected, what)),
    equal(actual, expected, what) {
      if (sameValue(actual, expected)) return
      const symptom = compareValues(expected, actual)
      fail({ expected: `${what}: ${printValue(expected)}`, received: printValue(actual), symptom })
    },
    isNull: (actual, what) => expectEmpty(actual === null, `${what}: null`, actual),

    async findsNothing(call, what) {
      const [outcome] = await Promise.allSettled([call()])
      if (outcome.status === "fulfilled") isNothing(outcome.value, what)
    },

    async throws(call, what, code) {
      const [outcome] = await Promise.allSettled([call()])
      if (outcome.status === "fulfilled") {
        const received = printValue(outcome.value)
        fail({ expected: `${what}: an error`, received, symptom: { kind: "accepted" } })
        return
      }
      const error: unknown = outcome.reason
      const wrong = strict && code && !(error instanceof MortiseError && error.code === code)
      if (wrong)
        fail({
          expected: `${what}: a MortiseError of code ${code}`,
          received: printValue(error),
          symptom: { kind: "said", text: `${printValue(error)} instead of an error of code ${code}` },
        })
      return error
    },
  }
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined

const meets = (actual: unknown, expected: unknown): boolean =>
  isEmpty(expected) ? isEmpty(actual) : sameValue(actual, expected)
