import type { CaseResult } from "../run-case.ts"
import type { Report } from "./report.ts"

/** What the run did not check, and how to check it: one sentence or two for each reason. */
export function notCovered({ results, leftOut }: Pick<Report, "results" | "leftOut">): string[] {
  return [
    ...withoutPrograms(results),
    ...(leftOut > 0
      ? [`Quick effort left out ${leftOut} cases, which the seed chose. Full effort runs all cases.`]
      : []),
  ]
}

function withoutPrograms(results: readonly CaseResult[]): string[] {
  const missing = results.filter(({ id, status }) => id.startsWith("programs/") && status === "skipped")
  const withoutPackage = missing.filter(({ reason }) => reason?.includes("fast-check"))
  if (withoutPackage.length === 0) return []
  return [
    `${withoutPackage.length} cases with random programs did not run, because fast-check is not installed. ` +
      "This report does not cover random sequences of calls, nor whether concurrent calls have the results of a serial " +
      "order. Install it: npm install --save-dev fast-check",
  ]
}
