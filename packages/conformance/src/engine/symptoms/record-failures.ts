import { operationNames } from "mortise"
import type { AnyCase } from "../case.ts"
import { CaseFailure, type FailureDetails } from "../case-failure.ts"
import type { Fail } from "../expectations.ts"
import { type CallHistory, describeSymptom, noteCall, type Symptom } from "./symptom.ts"

/** A failure with what cases that fail alike have in common. */
export type Failure = {
  readonly error: CaseFailure
  readonly symptom: string
  /** A value that the store had changed before, although the case went on. */
  readonly alsoLost?: string
  /** How many calls the case had made. */
  readonly calls: number
}

/** Throws when a case cannot go on. */
class Stop extends Error {
  readonly details: FailureDetails
  constructor(details: FailureDetails) {
    super(details.received)
    this.details = details
  }
}

/** Records the calls and failed expectations of one case. */
export function createFailureRecord(testCase: AnyCase) {
  const history: CallHistory = { count: 0 }
  let lost: FailureDetails | undefined
  const fail: Fail = (details) => {
    if (details.symptom?.kind !== "lost") throw new Stop(details)
    lost ??= details
  }
  const describe = (details: FailureDetails, races: boolean): Failure => {
    const symptom = details.symptom ?? { kind: "other" }
    const suspect = symptom.kind === "other" ? symptom.suspect : undefined
    const alsoLost = lost && lost !== details ? findLostText(lost.symptom) : suspect
    return {
      error: new CaseFailure(testCase, details, isPrecondition(testCase, symptom)),
      symptom: describeSymptom(symptom, history, races),
      ...(alsoLost !== undefined && { alsoLost }),
      calls: history.count,
    }
  }
  return {
    fail,
    noteCall: (name: string) => noteCall(history, name),
    /** The failure of a case that ended with an error, or without one. */
    finish(details: FailureDetails | undefined, races: boolean): Failure | undefined {
      const last = details ?? lost
      return last && describe(last, races)
    },
  }
}

/** What an error says that a case threw because an expectation did not hold. */
export function readDetails(error: unknown): FailureDetails | undefined {
  if (error instanceof Stop) return error.details
  return error instanceof CaseFailure ? { expected: error.expected, received: error.received } : undefined
}

const findLostText = (symptom: Symptom | undefined) => (symptom?.kind === "lost" ? symptom.text : undefined)

const aboutValues = /^(§2 |SEC-A[4-7]$|SEC-J[17]$|vector 20$)/
const basicTopics = new Set([
  "users",
  "user-updates",
  "accounts",
  "sessions",
  "authenticators",
  "empty-fields",
  "processes",
])

/** True if the case could not get as far as what it is about, so its harm and its fix do not fit. */
function isPrecondition({ id, clause, also = [] }: AnyCase, symptom: Symptom): boolean {
  const clauses = [clause, ...also]
  if (symptom.kind === "lost")
    return !basicTopics.has(id.split("/")[0] ?? "") && !clauses.some((name) => aboutValues.test(name))
  if (symptom.kind !== "said") return false
  const operation = operationNames.find((name) => symptom.text.startsWith(`${name} throws`))
  // An operation that throws is what the case is about if the case names it.
  return operation === undefined
    ? /^(a promise|an error|a call)|never returns$/.test(symptom.text)
    : !clauses.includes(`§4 ${operation}`)
}
