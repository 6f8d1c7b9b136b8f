import { expect, test } from "vitest"
import { checkScenarios } from "../src/checker/check-scenarios.ts"
import { openEngine } from "../src/checker/engines.ts"
import { printViolation } from "../src/checker/print-violation.ts"
import { repeatOrder } from "../src/checker/repeat-order.ts"
import { listParts, pairScenarios } from "../src/checker/scenarios.ts"

/** One of so many pairs is run here. orders.full.test.ts runs all of them, and MariaDB and a Cluster too. */
const selections = [
  { name: "SQLite", share: 151, bounds: {} },
  { name: "PostgreSQL", share: 251, bounds: {} },
  { name: "Redis", share: 101, bounds: {} },
  { name: "Claim protocol", share: 251, bounds: { faults: [], preemptions: 2 } },
]

test.each(selections)(
  "some orders have the results of whole calls: $name",
  async ({ name, share, bounds }) => {
    const engine = await openEngine(name)
    const pairs = pairScenarios.filter((_, index) => index % share === 0)
    const { violations, runs } = await checkScenarios(engine, pairs, bounds)
    await engine.close()
    expect(violations.map(printViolation)).toEqual([])
    expect(runs).toBeGreaterThan(pairs.length)
  },
)

/** One of so many groups of each part runs, without faults. */
const parts = ["SQLite", "Split"].flatMap((engine) =>
  listParts(engine)
    .filter(({ name }) => name.endsWith(", 2"))
    .map((part) => ({ engine, part, share: part.scenarios.length > 100 ? 401 : 15 })),
)

test.each(parts)(
  "some orders of calls of several steps have the results of whole calls: $engine, $part.name",
  async ({ engine: name, part, share }) => {
    const engine = await openEngine(name, part.variant)
    const scenarios = part.scenarios.filter((_, index) => index % share === 0)
    const { violations, runs } = await checkScenarios(engine, scenarios, { ...part.bounds, faults: [] })
    await engine.close()
    expect(violations.map(printViolation)).toEqual([])
    expect(runs).toBeGreaterThan(scenarios.length)
  },
)

test("SEC-S12: a removal that was interrupted is finished, although another call removed the user meanwhile", async () => {
  const engine = await openEngine("Claim protocol")
  const removal = 'deleteUser("u1")'
  expect(await repeatOrder(engine, [removal, removal], "a a a a! b b b")).toBe(undefined)
  await engine.close()
})
