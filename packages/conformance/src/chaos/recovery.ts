import { type OperationName, operationNames } from "mortise"
import { type ChaosCall, getErrorCode, isAnswered } from "./chaos-call.ts"

/** The milliseconds from a moment to the first success of each operation, among the calls that began after it. */
export function recoveryTimes(
  calls: readonly ChaosCall[],
  since: number,
): ReadonlyMap<OperationName, number> {
  const times = new Map<OperationName, number>()
  for (const operation of operationNames) {
    const ends = calls
      .filter((call) => call.operation === operation && call.from >= since && isAnswered(call))
      .map(({ to }) => to - since)
    if (ends.length > 0)
      times.set(
        operation,
        ends.reduce((least, end) => Math.min(least, end)),
      )
  }
  return times
}

/** How often each error code occurred. */
export function countErrors(calls: readonly ChaosCall[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const call of calls) {
    const code = getErrorCode(call)
    if (code !== undefined) counts[code] = (counts[code] ?? 0) + 1
  }
  return counts
}

/** The longest call that has an answer, in milliseconds. */
export const findSlowest = (calls: readonly ChaosCall[]): number =>
  calls.reduce((slowest, { from, to }) => (Number.isFinite(to) ? Math.max(slowest, to - from) : slowest), 0)
