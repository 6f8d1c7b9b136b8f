import type { CaseResult } from "../run-case.ts"
import { notCovered } from "./not-covered.ts"
import type { Report } from "./report.ts"

/** The report for a terminal: each failure and warning in full, what was not covered, then the counts. */
export function summary(report: Report): string[] {
  const { passed, failed, warned, skipped, effort, seed, results } = report
  const problems = results.filter(({ error }) => error).flatMap(problem)
  const count = `${passed} passed, ${failed} failed, ${warned} warned, ${skipped} skipped`
  const gaps = notCovered(report).flatMap((gap) => [`! ${gap}`, ""])
  return [...problems, ...gaps, `${count} (${effort}, seed ${seed})`]
}

const problem = ({ id, status, error }: CaseResult): string[] => [
  `${status === "failed" ? "✗" : "!"} ${id}: ${error?.message ?? ""}`,
  "",
]
