import { expect, test } from "vitest"
import { openRun } from "../../src/engine/open-run.ts"
import { runCase } from "../../src/engine/run-case.ts"
import type { TenantCase } from "../../src/suites/authjs/tenants/case.ts"
import { tenantCases } from "../../src/suites/authjs/tenants/index.ts"
import { casesOfTenants } from "../../src/suites/authjs/tenants/run.ts"
import { confusedNames, leakingAdapter, leakingFunctions } from "./leaking-adapters.ts"

/** The cases about a function. */
function findCases(call: string): TenantCase[] {
  const kebab = call.replaceAll(".", "-").replace(/[A-Z]+/g, (letters) => `-${letters.toLowerCase()}`)
  return tenantCases.filter(({ id }) => new RegExp(`-(rows|owner)/${kebab}(-|$)`).test(id))
}

/** The first of the cases that fails. */
async function findFailure(cases: readonly TenantCase[], forTenant: (tenant: string) => object) {
  const context = await openRun(casesOfTenants, { factory: () => ({ forTenant }), seed: 1 })
  for (const testCase of cases) {
    const { id, status } = await runCase(testCase, context)
    if (status === "failed") return id
  }
  return undefined
}

test.each(leakingFunctions)("$call $leak", async ({ call, leak }) => {
  const together = tenantCases.filter(({ id }) => id.startsWith("together/lookups"))
  const cases = leak.startsWith("shares") ? together : findCases(call)
  expect(await findFailure(cases, leakingAdapter({ call, leak }))).toBeDefined()
})

test.each(Object.entries(confusedNames))("%s finds a confused name", async (id, open) => {
  const cases = tenantCases.filter((testCase) => testCase.id === id)
  expect(await findFailure(cases, open())).toBe(id)
})
