import type { Case } from "../../../src/conformance/case.ts"
import { openRun } from "../../../src/conformance/run.ts"
import { type Result, runCase } from "../../../src/conformance/run-case.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"

/** A correct adapter that prints no warnings about dropped fields. */
export const goodAdapter = () => memoryAdapter({ onWarning: () => {} })

/** Runs some cases on one adapter, one after the other. */
export async function runCases(
  cases: readonly Case[],
  adapter: object,
  options: { effort?: "quick" | "full"; seed?: number } = {},
): Promise<Result[]> {
  const context = await openRun({ factory: () => ({ adapter }), ...options })
  const results: Result[] = []
  for (const one of cases) results.push(await runCase(one, context))
  return results
}
