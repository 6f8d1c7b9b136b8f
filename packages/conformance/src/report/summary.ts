import type { CaseResult } from "../run-case.ts"
import { notCovered } from "./not-covered.ts"
import type { Report } from "./report.ts"

/** A failure or a warning in full, for a terminal. No lines for other results. */
export const problemLines = ({ id, status, error }: CaseResult): string[] =>
  error ? [`${status === "failed" ? "✗" : "!"} ${id}: ${error.message}`, ""] : []

/** The end of the report for a terminal: what was not covered, then the counts. */
export function summary(report: Report): string[] {
  const { passed, failed, warned, skipped, effort, seed } = report
  const count = `${passed} passed, ${failed} failed, ${warned} warned, ${skipped} skipped`
  const gaps = notCovered(report).flatMap((gap) => [`! ${gap}`, ""])
  return [...gaps, `${count} (${effort}, seed ${seed})`]
}
