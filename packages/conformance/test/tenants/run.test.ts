import { memoryAdapter } from "mortise/memory"
import { expect, test } from "vitest"
import { runTenants, tenantCases, tenantClauses, tenantSuite } from "../../src/suites/authjs/tenants/index.ts"

const factory = () => ({ forTenant: memoryAdapter({ tenants: true }) })

test("the store in memory keeps tenants apart", async () => {
  const report = await runTenants({ factory, seed: 1, onLine: false })
  expect(report.results.flatMap(({ id, error }) => (error ? [id, error.message] : []))).toEqual([])
  expect(report.results.filter(({ status }) => status === "skipped").map(({ id }) => id)).toEqual([
    "no-rows/upkeep-repair",
    "own-rows/upkeep-repair",
  ])
})

test("each case proves a clause, and each clause has a case", () => {
  const used = new Set(tenantCases.map(({ clause }) => clause))
  expect([...used].sort()).toEqual(tenantClauses.clauses.map(({ id }) => id).sort())
  expect(new Set(tenantCases.map(({ id }) => id)).size).toBe(tenantCases.length)
})

test("an adapter that is not from Mortise needs only the nineteen operations", async () => {
  const forTenant = memoryAdapter({ tenants: true })
  const foreign = (tenant: string) => Object.fromEntries(Object.entries(forTenant(tenant)))
  const report = await runTenants({ factory: () => ({ forTenant: foreign }), seed: 1, onLine: false })
  expect(report.failed).toBe(0)
  expect(
    report.results.filter(({ id, status }) => status === "skipped" && !/extras|slots|upkeep/.test(id)),
  ).toEqual([])
})

test("in a test runner, each case is a test", async () => {
  const { name, tests, run, close } = tenantSuite({ factory, only: ["names"], seed: 1 }).host()
  expect(name).toBe("tenants (quick, seed 1)")
  for (const { testCase } of tests) expect(await run(testCase)).toMatchObject({ status: "passed" })
  await close()
})
