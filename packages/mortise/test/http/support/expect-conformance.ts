import type { Factory } from "@mortise/conformance"
import { runConformance } from "@mortise/conformance"
import { expect } from "vitest"
import { type SuiteOptions, suiteOptions } from "../../../../workshop/src/tests/tier.ts"

/** Every case passes, and none is skipped. */
export async function expectConformance(
  factory: Factory,
  options: SuiteOptions = suiteOptions,
): Promise<void> {
  const report = await runConformance({ ...options, factory, onLine: false, seed: options.seed })
  const broken = report.results.filter(({ status }) => status === "failed" || status === "warned")
  expect(broken.map(({ id, error }) => `${id}: ${error?.message}`)).toEqual([])
  const left = report.results.filter(({ status }) => status === "skipped")
  expect(left.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([])
  expect(report.passed).toBeGreaterThan(100)
}
