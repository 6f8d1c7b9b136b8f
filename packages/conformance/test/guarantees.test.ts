import { defineSchema, type Guarantee, guarantees, manifest } from "mortise"
import { memoryAdapter } from "mortise/memory"
import { expect, test } from "vitest"
import { openRun } from "../src/engine/open-run.ts"
import { runCase } from "../src/engine/run-case.ts"
import type { Case } from "../src/suites/authjs/case.ts"
import { cases } from "../src/suites/authjs/cases/index.ts"
import { openAdapter } from "../src/suites/authjs/open-adapter.ts"
import { adapterSuite, runConformance } from "../src/suites/authjs/run.ts"

// Calls show these needs: the operations on passkeys, and a second account of a user.
const derived: readonly Guarantee[] = ["passkeys", "several_accounts"]

test.each((Object.keys(guarantees) as Guarantee[]).filter((name) => !derived.includes(name)))(
  "the guarantee %s has cases that need it",
  (name) => {
    expect(cases.filter(({ guarantees: needed }) => needed?.includes(name))).not.toEqual([])
  },
)

test("a case that needs a guarantee which the manifest lacks is skipped with the reason, though it would pass", async () => {
  const only = ["linking/taken-account-is-refused", "accounts/owner-is-found", "counters/never-go-down"]
  const runOn = (adapter: object) =>
    runConformance({ factory: () => ({ adapter }), only, seed: 1, onLine: false })
  expect(await runOn(memoryAdapter())).toMatchObject({ passed: 3, skipped: 0 })
  const schema = defineSchema({ preset: "authjs-kysely" })
  const { results } = await runOn(memoryAdapter({ schema }))
  const byId = new Map(results.map(({ id, status, reason }) => [id, [status, reason]]))
  expect(byId.get("accounts/owner-is-found")).toEqual(["passed", undefined])
  expect(byId.get("linking/taken-account-is-refused")).toEqual([
    "skipped",
    "the tables lack unique_accounts, so it is not guaranteed that an account of a provider is never linked twice",
  ])
  expect(byId.get("counters/never-go-down")?.[1]).toMatch(/^the tables lack passkeys/)
})

test("a case that links two accounts to one user is skipped if a user can have only one", async () => {
  const adapter = memoryAdapter({ onWarning: () => {} })
  const promises = { ...manifest(adapter), missingGuarantees: ["several_accounts"] as const }
  const suite = { ...adapterSuite, openSetup: () => openAdapter(adapter, promises) }
  const run = await openRun(suite, { factory: () => ({ adapter }), seed: 1 })
  const outcomeOf = async (id: string) => {
    const { status, reason } = await runCase(cases.find((each) => each.id === id) as Case, run)
    return reason ?? status
  }
  expect(await outcomeOf("accounts/several-of-one-user")).toBe(
    "the tables lack several_accounts, so it is not guaranteed that a user can have several accounts",
  )
  expect(await outcomeOf("missed-rows/accounts")).toBe("passed")
})
