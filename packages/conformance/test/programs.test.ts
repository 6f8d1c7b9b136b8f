import { describe, expect, test, vi } from "vitest"
import { summary } from "../src/engine/report/summary.ts"
import { toMarkdown } from "../src/engine/report/to-markdown.ts"
import { programCases } from "../src/suites/authjs/programs/program-cases.ts"
import { mutants } from "./mutants/index.ts"
import { goodAdapter, runCases } from "./support/run-cases.ts"

const mutant = (name: string) => {
  const found = mutants.find((each) => each.name === name)
  if (!found) throw new Error(`There is no mutant ${name}`)
  return found.make(goodAdapter())
}

const caseOf = (id: string) => programCases.filter((each) => each.id === id)

describe("random programs", () => {
  test("pass on a correct adapter, at full effort", async () => {
    const results = await runCases(programCases, goodAdapter(), { effort: "full" })
    expect(results.map(({ id, status, error }) => [id, status, error?.message])).toEqual(
      programCases.map(({ id }) => [id, "passed", undefined]),
    )
  })

  test.each([
    ["programs/one-caller", "ghost-user"],
    ["programs/one-caller", "old-email-still-finds"],
    ["programs/callers-of-a-session", "update-session-revives"],
    ["programs/callers-of-a-token", "token-used-by-many"],
    ["programs/callers-of-an-email", "email-checked-then-inserted"],
    ["programs/callers-of-an-account", "account-checked-then-linked"],
    ["programs/callers-of-a-user", "update-user-loses-a-change"],
    ["programs/callers-of-a-counter", "counter-compared-then-set"],
  ])("%s finds the mutant %s", async (id, name) => {
    const [result] = await runCases(caseOf(id), mutant(name), { effort: "full", seed: 1 })
    expect(result?.error?.message).toContain("from the programs of seed")
  })
})

describe("a program that fails", () => {
  test("is shrunk to the necessary calls, with labels instead of ids", async () => {
    const defect = mutant("old-email-still-finds")
    const [result] = await runCases(caseOf("programs/one-caller"), defect, { effort: "full", seed: 1 })
    const script = result?.error?.received.split("\n").slice(1) ?? []
    expect(script).toEqual([
      expect.stringMatching(/const (\w+) = await adapter\.createUser\(\{ .*email: "\S+@example\.com" \}\)$/),
      expect.stringMatching(/await adapter\.updateUser\(\{ id: \w+\.id, email: "\S+@example\.com" \}\)$/),
      expect.stringMatching(/await adapter\.getUserByEmail\("\S+@example\.com"\)$/),
    ])
    expect(result?.error?.expected).toBe("null")
  })

  test("with concurrent callers shows the result of each call", async () => {
    const [result] = await runCases(caseOf("programs/callers-of-a-token"), mutant("token-used-by-many"))
    expect(result?.error?.received).toContain("await Promise.all([")
    expect(result?.error?.received).toMatch(/useVerificationToken\(.*\) \/\/ \{ identifier: "x@example.com"/)
    expect(result?.error?.expected).toMatch(/an order of these calls.* the token/)
  })

  test("fails in the same way again with the same seed", async () => {
    const [one, two] = await Promise.all(
      [7, 7].map((seed) =>
        runCases(caseOf("programs/one-caller"), mutant("old-email-still-finds"), { seed }),
      ),
    )
    expect(one?.[0]?.error?.received).toBe(two?.[0]?.error?.received)
  })
})

test("for an adapter with the fourteen older operations, only those are called", async () => {
  const { createAuthenticator, getAuthenticator, getAccount, ...rest } = goodAdapter()
  const { listAuthenticatorsByUserId, updateAuthenticatorCounter, ...fourteen } = rest
  const results = await runCases(programCases, fourteen)
  expect(results.filter(({ status }) => status === "skipped").map(({ id }) => id)).toEqual([
    "programs/callers-of-a-counter",
  ])
  expect(results.filter(({ error }) => error)).toEqual([])
})

test("without fast-check the cases are skipped, and the reason names what to install", async () => {
  vi.doMock("fast-check", () => {
    throw new Error("Cannot find package 'fast-check'")
  })
  vi.resetModules()
  const { programCases: alone } = await import("../src/suites/authjs/programs/program-cases.ts")
  const results = await runCases(alone, goodAdapter())
  vi.doUnmock("fast-check")
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(["skipped"]))
  expect(results[0]?.reason).toContain("npm install --save-dev fast-check")
  const counts = { passed: 0, failed: 0, warned: 0, skipped: 7, leftOut: 0 }
  const report = {
    ...counts,
    results,
    causes: [],
    related: [],
    memoryGrowth: 0,
    effort: "quick",
    seed: 1,
  } as const
  expect(summary(report).at(-3)).toMatch(/^! 7 cases with random programs did not run.*npm install/)
  expect(toMarkdown(report)).toContain("7 cases with random programs did not run")
})

test("every mutant is caught by a case without random programs", () => {
  expect(mutants.filter(({ by }) => by.startsWith("programs/"))).toEqual([])
})
