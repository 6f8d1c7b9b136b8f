import { expect, test } from "vitest"
import { checkScenarios } from "../src/checker/check-scenarios.ts"
import { engines, openEngine } from "../src/checker/engines.ts"
import { plants } from "../src/checker/plants.ts"
import { printViolation } from "../src/checker/print-violation.ts"
import { listParts, pairScenarios } from "../src/checker/scenarios.ts"

// A Cluster runs the claim protocol.
const cases = Object.keys(engines)
  .filter((name) => name !== "Claim protocol")
  .flatMap((name) => listParts(name).map((part) => ({ name, part })))

test.each(cases)(
  "every order has the results of whole calls: $name, $part.name",
  async ({ name, part }) => {
    const engine = await openEngine(name, part.variant)
    const { violations, ...counts } = await checkScenarios(engine, part.scenarios, part.bounds)
    await engine.close()
    console.log(engine.name, part.name, counts)
    expect(violations.map(printViolation)).toEqual([])
  },
  7_200_000,
)

test.each(plants)(
  "an order finds the planted bug: $name",
  async ({ open, operations, bounds }) => {
    const engine = await open()
    const pairs = pairScenarios.filter(({ calls }) =>
      calls.every(({ operation }) => operations.includes(operation)),
    )
    const { violations } = await checkScenarios(engine, pairs, bounds, 1)
    await engine.close()
    expect(violations.map(printViolation).join()).toContain("npm run check:orders")
  },
  600_000,
)
