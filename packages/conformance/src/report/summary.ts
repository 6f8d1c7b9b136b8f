import type { CaseResult } from "../run-case.ts"
import { notCovered } from "./not-covered.ts"
import { passingAlone } from "./passing-alone.ts"
import type { Report } from "./report.ts"

/** A failure or a warning in full, for a terminal. No lines for other results. */
export const problemLines = ({ id, status, error }: CaseResult): string[] =>
  error ? [`${status === "failed" ? "✗" : "!"} ${id}: ${error.message}`, ""] : []

/** The end of the report for a terminal: the cases that pass alone, what was not covered, then the counts. */
export function summary(report: Report): string[] {
  const { passed, failed, warned, skipped, effort, seed } = report
  const count = `${passed} passed, ${failed} failed, ${warned} warned, ${skipped} skipped`
  const gaps = notCovered(report).flatMap((gap) => [`! ${gap}`, ""])
  return [...aloneLines(report), ...gaps, `${count} (${effort}, seed ${seed})`]
}

function aloneLines({ results }: Report): string[] {
  const ids = results.flatMap(({ id, passesAlone }) => (passesAlone ? [`  ${id}`] : []))
  return ids.length === 0 ? [] : [`! ${passingAlone(ids.length)}`, ...ids, ""]
}
