import type { Factory } from "@mortise/conformance"
import { runConformance } from "@mortise/conformance"
import { expect } from "vitest"
import { suiteOptions } from "../../support/tier.ts"

/** Every case passes, and none is skipped. */
export async function expectConformance(factory: Factory): Promise<void> {
  const report = await runConformance({ factory, onLine: false, ...suiteOptions })
  const broken = report.results.filter(({ status }) => status === "failed" || status === "warned")
  expect(broken.map(({ id, error }) => `${id}: ${error?.message}`)).toEqual([])
  const left = report.results.filter(({ status }) => status === "skipped")
  expect(left.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([])
  expect(report.passed).toBeGreaterThan(100)
}
