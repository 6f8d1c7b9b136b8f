import { memoryAdapter } from "mortise/memory"
import { openRun } from "../../src/engine/open-run.ts"
import { type CaseResult, runCase } from "../../src/engine/run-case.ts"
import type { Case } from "../../src/suites/authjs/case.ts"
import { adapterSuite } from "../../src/suites/authjs/run.ts"

/** A correct adapter that prints no warnings about dropped fields. */
export const goodAdapter = () => memoryAdapter({ onWarning: () => {} })

/** Runs some cases on one adapter, one after the other. */
export async function runCases(
  cases: readonly Case[],
  adapter: object,
  options: { effort?: "quick" | "full"; seed?: number } = {},
): Promise<CaseResult[]> {
  const context = await openRun(adapterSuite, { factory: () => ({ adapter }), seed: 1, ...options })
  const results: CaseResult[] = []
  for (const one of cases) results.push(await runCase(one, context))
  return results
}
