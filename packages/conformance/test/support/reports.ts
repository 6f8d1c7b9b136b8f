import { memoryAdapter } from "mortise/memory"
import { expect } from "vitest"
import { seed } from "../../../workshop/src/tests/seed.ts"
import { type Effort, type Report, runConformance } from "../../src/index.ts"

export const quiet = { onLine: false } as const

/** The cases that failed or warned, with their reasons. */
export const problems = ({ results }: Report): string[] =>
  results.flatMap(({ id, error }) => (error ? [`${id}: ${error.message}`] : []))

/** The cases that failed, with their reasons. */
export const failures = ({ results }: Report): string[] =>
  results.flatMap(({ id, status, error }) => (status === "failed" ? [`${id}: ${error?.message}`] : []))

/** The reference store, without its warnings. */
export const silentMemory = () => memoryAdapter({ onWarning: () => {} })

/** The memory adapter passes every case that is not skipped. */
export async function expectPerfect(effort: Effort): Promise<void> {
  const report = await runConformance({
    factory: () => ({ adapter: silentMemory() }),
    effort,
    seed,
    ...quiet,
  })
  expect(problems(report)).toEqual([])
  expect(report).toMatchObject({ failed: 0, warned: 0, effort })
  const reasons = new Set(report.results.flatMap(({ reason }) => reason ?? []))
  expect([...reasons]).toEqual(["the factory offers no outage"])
}
