import type { CaseResult } from "../run-case.ts"
import type { Report } from "./report.ts"

/**
 * The report as JSON, for tools.
 *
 * @example
 * ```ts
 * import { runConformance, toJson } from "@mortise/conformance"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const report = await runConformance({ factory: () => ({ adapter: memoryAdapter() }), only: ["users"], onLine: false })
 * console.log(JSON.parse(toJson(report)).passed)
 * ```
 */
export function toJson(report: Report): string {
  return `${JSON.stringify({ ...report, results: report.results.map(plain) }, null, 2)}\n`
}

function plain({ error, milliseconds, ...result }: CaseResult) {
  const shown = { ...result, milliseconds: Math.round(milliseconds) }
  if (!error) return shown
  const { expected, received, harm, fix, evidence } = error
  return { ...shown, error: { expected, received, harm, fix, evidence } }
}
