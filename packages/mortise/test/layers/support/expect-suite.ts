import { type Factory, runConformance } from "@mortise/conformance"
import { expect } from "vitest"
import { type SuiteOptions, suiteOptions } from "../../../../workshop/src/tests/tier.ts"

/** Every case passes. Only cases that need an outage may be skipped, where the factory offers none. */
export async function expectSuite(
  factory: Factory,
  { effort, seed }: SuiteOptions = suiteOptions,
): Promise<void> {
  const report = await runConformance({ factory, effort, seed, onLine: false })
  const broken = report.results.filter(({ status }) => status === "failed" || status === "warned")
  expect(broken.map(({ id, error }) => `${id}: ${error?.message}`)).toEqual([])
  const left = report.results.filter(({ id, status }) => status === "skipped" && !id.startsWith("outage/"))
  expect(left.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([])
  expect(report.passed).toBeGreaterThan(100)
}
