import { countErrors, findSlowest, recoveryTimes } from "../../../conformance/src/chaos/report.ts"
import { type OperationName, operationNames } from "../../src/contract/operation-names.ts"
import type { Subject } from "./subject.ts"
import { countFindings, describeOutcome, type Event, type Outcome, withstandFault } from "./withstand.ts"

/** The result of many failovers. */
export type FailoverReport = {
  readonly failovers: number
  readonly calls: number
  readonly slowestMs: number
  readonly errors: Readonly<Record<string, number>>
  readonly findings: Readonly<Record<string, number>>
  /** The seconds from the death of the node to the first success of each operation: the median and the longest. */
  readonly recovery: Readonly<
    Partial<Record<OperationName, { readonly median: number; readonly longest: number }>>
  >
}

/** Repeats a failover under load, each with processes and rows of its own. */
export async function repeatFailovers(
  subject: Subject,
  failOver: Event,
  count: number,
  onOutcome: (line: string, outcome: Outcome) => void,
): Promise<FailoverReport> {
  const outcomes: Outcome[] = []
  for (let nth = 1; nth <= count; nth++) {
    const outcome = await withstandFault(subject, failOver)
    outcomes.push(outcome)
    onOutcome(`${nth} of ${count}: ${describeOutcome(outcome)}`, outcome)
  }
  const calls = outcomes.flatMap((outcome) => outcome.calls)
  return {
    failovers: count,
    calls: calls.length,
    slowestMs: Math.round(findSlowest(calls)),
    errors: countErrors(calls),
    findings: countFindings(outcomes.flatMap(({ findings }) => findings)),
    recovery: recoveryOf(outcomes),
  }
}

function recoveryOf(outcomes: readonly Outcome[]): FailoverReport["recovery"] {
  const times = outcomes.flatMap(({ calls, deadAt }) =>
    deadAt === undefined ? [] : [recoveryTimes(calls, deadAt)],
  )
  const entries = operationNames.flatMap((operation) => {
    const sorted = times
      .map((each) => each.get(operation) ?? Number.POSITIVE_INFINITY)
      .sort((a, b) => a - b)
      .map((ms) => Math.round(ms / 100) / 10)
    const median = sorted[Math.floor(sorted.length / 2)]
    const longest = sorted.at(-1)
    return median === undefined || longest === undefined ? [] : [[operation, { median, longest }]]
  })
  return Object.fromEntries(entries)
}
