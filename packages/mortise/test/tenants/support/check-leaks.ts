import { runTenants } from "@mortise/conformance/tenants"
import { expect } from "vitest"
import type { ForTenant } from "../../../src/index.ts"
import { tenants } from "../../../src/tenants/index.ts"
import { fillTenant, rowsOf } from "./people.ts"

/** Checks that no tenant of a store learns of another. */
export async function checkLeaks(
  forTenant: ForTenant,
  seed: number,
  skip: Readonly<Record<string, string>> = {},
): Promise<void> {
  const report = await runTenants({ factory: () => ({ forTenant }), seed, skip, onLine: false })
  expect(report.results.flatMap(({ id, error }) => (error ? [`${id}: ${error.message}`] : []))).toEqual([])
  expect(report.passed).toBeGreaterThan(100)
}

/** Removes one of two tenants with equal rows. */
export async function checkRemoval(forTenant: ForTenant): Promise<void> {
  await fillTenant(forTenant("acme"), 5)
  await fillTenant(forTenant("acme-2"), 5)
  const all = tenants(forTenant, { sleep: async () => {} })
  const receipt = await all.remove("acme", { batch: 2 })
  expect(receipt).toMatchObject({ rows: rowsOf(5), finished: expect.any(Date) })
  expect(await all.count("acme")).toEqual(rowsOf(0))
  expect(await all.count("acme-2")).toEqual(rowsOf(5))
  expect((await all.read("acme"))?.state).toBe("removed")
}
