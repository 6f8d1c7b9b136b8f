import type { Result } from "../run-case.ts"
import type { Report } from "./report.ts"

/** The report for a terminal: what did not hold, in full, and the count. */
export function summary(report: Report): string[] {
  const { passed, failed, warned, skipped, effort, seed, results } = report
  const troubles = results.filter(({ error }) => error).flatMap(trouble)
  const count = `${passed} passed, ${failed} failed, ${warned} warned, ${skipped} skipped`
  return [...troubles, `${count} (${effort}, seed ${seed})`]
}

const trouble = ({ id, status, error }: Result): string[] => [
  `${status === "failed" ? "✗" : "!"} ${id}: ${error?.message ?? ""}`,
  "",
]
