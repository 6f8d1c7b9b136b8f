import { defineSchema, type Guarantee, guarantees } from "mortise"
import { memoryAdapter } from "mortise/memory"
import { describe, expect, test } from "vitest"
import { cases } from "../src/cases/index.ts"
import { casesOf } from "../src/guaranteed-cases.ts"
import { runConformance } from "../src/run.ts"

describe.each(Object.keys(guarantees) as Guarantee[])("the guarantee %s", (name) => {
  test("has cases that need it, and all of them exist", () => {
    expect(casesOf[name]?.length).toBeGreaterThan(0)
    for (const each of casesOf[name] ?? [])
      expect(cases.filter(({ id }) => id === each || id.startsWith(`${each}/`))).not.toEqual([])
  })
})

test("a case that needs a guarantee which the manifest lacks is skipped with the reason, though it would pass", async () => {
  const only = ["linking/taken-account-is-refused", "accounts/owner-is-found", "counters/never-go-down"]
  const runOn = (adapter: object) => runConformance({ factory: () => ({ adapter }), only, onLine: false })
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
