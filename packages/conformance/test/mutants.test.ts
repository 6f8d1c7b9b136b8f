import { afterEach, describe, expect, test } from "vitest"
import type { Effort } from "../src/engine/effort.ts"
import { runConformance } from "../src/suites/authjs/run.ts"
import { lateArgumentMutants } from "./mutants/argument-objects.ts"
import { clearedCacheMutants } from "./mutants/cleared-caches.ts"
import { mutants } from "./mutants/index.ts"
import { caughtBy } from "./support/caught-by.ts"
import { mutantSetup } from "./support/mutant-setup.ts"

/** Defects that the contract does not forbid: the suite only warns of them. */
const warned = [
  "email-required",
  "extra-key-in-lookup-throws",
  "expired-session-returned",
  "token-identifier-lower-cased",
  "counter-goes-down",
  "provider-named-like-a-member",
  "orphans-reported-as-success",
  "errors-are-text",
  "array-finds-a-user",
  "array-finds-a-session",
  "created-name-ends-at-a-nul",
  "scope-ends-at-a-nul",
  "transports-end-at-a-nul",
  "undefined-is-an-id",
  "session-argument-returned",
  "taken-passkey-is-text",
  "extension-tolerates-a-second",
  "expired-token-is-null",
  "token-identifier-composed",
  ...lateArgumentMutants.map(({ name }) => name),
]

const inherited = new Set(Object.keys(Object.prototype))

// The mutant prototype-polluted adds a field to Object.prototype.
afterEach(() => {
  for (const name of Object.keys(Object.prototype))
    if (!inherited.has(name)) Reflect.deleteProperty(Object.prototype, name)
})

/** Cases with many rows, values or rounds try only a part of them at quick effort. */
const foundAtQuickEffort: string[] = []

describe("SEC-O2 every mutant is caught", () => {
  test.each(mutants.map((mutant) => ({ ...mutant, by: caughtBy[mutant.name] ?? "no case" })))(
    "$name, by $by: $defect",
    async ({ name, by, make }) => {
      const runAt = (effort: Effort) =>
        runConformance({ factory: () => mutantSetup({ make }), only: [by], effort, seed: 1, onLine: false })
      const status = warned.includes(name) ? "warned" : "failed"
      const quick = await runAt("quick")
      if (quick.results[0]?.status === status) foundAtQuickEffort.push(name)
      else expect((await runAt("full")).results).toMatchObject([{ id: by, status }])
    },
  )

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
  const only = [...new Set(Object.values(caughtBy))]
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
  expect(Object.keys(caughtBy)).toEqual(mutants.map(({ name }) => name))
  for (const { name, defect, evidence } of mutants) {
    expect(defect, name).toMatch(/^\S.{10,110}[^.]$/)
    expect(evidence, name).toMatch(/^\S.{2,110}[^.]$/)
  }
})
