import type { CaseResult } from "../run-case.ts"
import { countCases, countTopics } from "./causes.ts"
import type { Report } from "./report.ts"

type Noted = Pick<Report, "results" | "leftOut" | "related" | "memoryGrowth">

// A whole run on a store in memory needs a tenth of this.
const mostMegabytes = 700

/** What is to be known about a run: the memory it took, what it did not check, and how to check it: one sentence or two for each reason. */
export function notCovered({ results, leftOut, related, memoryGrowth }: Noted): string[] {
  return [
    ...(memoryGrowth > mostMegabytes
      ? [
          `The process grew by ${(memoryGrowth / 1000).toFixed(1)} GB during the run. The adapter may read whole tables, ` +
            "or keep what it has read: measure it with many rows.",
        ]
      : []),
    ...withoutPrograms(results),
    ...(related.length > 0
      ? [
          `\`only\` left out ${countCases(related.length)} that ${related.length === 1 ? "checks" : "check"} the same ` +
            `clauses: ${countTopics(related)}. Run without it before you rely on this result.`,
        ]
      : []),
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
