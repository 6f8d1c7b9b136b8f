import { afterEach, describe, expect, test } from "vitest"
import type { Effort } from "../src/engine/run-options.ts"
import { cases } from "../src/suites/authjs/cases/index.ts"
import { runConformance } from "../src/suites/authjs/run.ts"
import { clearedCacheMutants } from "./mutants/cleared-caches.ts"
import { mutants } from "./mutants/index.ts"
import { mutantSetup } from "./support/mutant-setup.ts"

/** The suite only warns of defects that the contract does not forbid. */
const statusIn = (id: string) =>
  cases.find((testCase) => testCase.id === id)?.level === "must" ? "failed" : "warned"

const inherited = new Set(Object.keys(Object.prototype))

// The mutant prototype-polluted adds a field to Object.prototype.
afterEach(() => {
  for (const name of Object.keys(Object.prototype))
    if (!inherited.has(name)) Reflect.deleteProperty(Object.prototype, name)
})

/** Cases with many rows, values or rounds try only a part of them at quick effort. */
const foundAtQuickEffort: string[] = []

describe("SEC-O2 every mutant is caught", () => {
  test.each([...mutants])("$name, by $by: $defect", async ({ name, by, make }) => {
    const runAt = (effort: Effort) =>
      runConformance({ factory: () => mutantSetup({ make }), only: [by], effort, seed: 1, onLine: false })
    const status = statusIn(by)
    const quick = await runAt("quick")
    if (quick.results[0]?.status === status) foundAtQuickEffort.push(name)
    else expect((await runAt("full")).results).toMatchObject([{ id: by, status }])
  })

  test("most of them at quick effort", () => {
    expect(foundAtQuickEffort.length / mutants.length).toBeGreaterThan(0.9)
  })
})

describe("a cache that every other write clears is found in a whole run, beside all other cases", () => {
  test.each([...clearedCacheMutants])("$name: $defect", async (mutant) => {
    const report = await runConformance({ factory: () => mutantSetup(mutant), seed: 1, onLine: false })
    expect(report.failed).toBeGreaterThan(0)
  })
})

test("the same store without a defect passes all of these cases", async () => {
  const only = [...new Set(mutants.map(({ by }) => by))]
  const report = await runConformance({
    factory: () => mutantSetup({ make: (good) => good }),
    only,
    seed: 1,
    onLine: false,
  })
  expect(report.results.filter(({ error }) => error).map(({ error }) => error?.message)).toEqual([])
  expect(report.skipped).toBe(0)
})

test("each mutant has a unique name, its defect in one line, and where it was seen", () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
  for (const { name, defect, evidence } of mutants) {
    expect(defect, name).toMatch(/^\S.{10,110}[^.]$/)
    expect(evidence, name).toMatch(/^\S.{2,110}[^.]$/)
  }
})
