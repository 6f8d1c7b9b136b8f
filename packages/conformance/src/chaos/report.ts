import { type OperationName, operationNames } from "mortise"
import { type ChaosCall, getErrorCode, isAnswered } from "./chaos-call.ts"
import { type ChaosCheck, type ChaosFinding, chaosChecks } from "./finding.ts"

/** What happened during one fault. */
export type FaultReport = {
  readonly fault: string
  readonly calls: number
  readonly slowestMs: number
  /** How often each error code occurred. Errors are not findings. */
  readonly errors: Readonly<Record<string, number>>
  readonly findings: readonly ChaosFinding[]
}

/** The result of a run with faults. */
export type ChaosReport = {
  readonly faults: readonly FaultReport[]
  /** The number of findings of all faults. */
  readonly failed: number
}

export const faultReport = (
  fault: string,
  calls: readonly ChaosCall[],
  findings: readonly ChaosFinding[],
): FaultReport => ({
  fault,
  calls: calls.length,
  slowestMs: Math.round(findSlowest(calls)),
  errors: countErrors(calls),
  findings,
})

const examples = 3

/** The report of a fault for a terminal. */
export function faultLines({ fault, calls, slowestMs, errors, findings }: FaultReport): string[] {
  const codes = Object.entries(errors).map(([code, count]) => `${code} ${count}`)
  const mark = findings.length === 0 ? "✓" : "✗"
  const checks = [...new Set(findings.map(({ check }) => check))]
  return [
    `${mark} ${fault}: ${calls} calls, slowest ${slowestMs} ms, errors: ${codes.join(", ") || "none"}`,
    ...checks.flatMap((check) => checkLines(check, findings)),
  ]
}

function checkLines(check: ChaosCheck, findings: readonly ChaosFinding[]): string[] {
  const matches = findings.filter((finding) => finding.check === check)
  const shown = matches.slice(0, examples).map(({ subject, detail }) => `      ${subject}: ${detail}`)
  return [`    ${check}, ${matches.length} times. The broken promise: ${chaosChecks[check]}.`, ...shown]
}

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
