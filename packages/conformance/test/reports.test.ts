import { memoryAdapter } from "mortise/memory"
import { describe, expect, test } from "vitest"
import { type Report, runConformance, toBadge, toHtml, toJson, toJunit, toMarkdown } from "../src/index.ts"

const hostile = `]]> <script>|\`*_& \u0001`
const good = memoryAdapter()

/** Causes one failure, one warning, one pass and one skipped case. */
const adapter = {
  createUser: good.createUser,
  getUser: async (id: string) => ({ ...(await good.getUser(id)), name: hostile }),
  updateUser: () => Promise.resolve(undefined),
}
const only = [
  ...["users/created-is-returned", "users/found-by-id", "users/found-by-email"],
  "user-updates/unknown-is-an-error",
]
const lines: string[] = []
const report: Report = await runConformance({
  factory: () => ({ adapter }),
  only,
  seed: 7,
  onLine: (line) => lines.push(line),
})

test("a report counts a must that does not hold as failed, and a should or may as warned", () => {
  expect(report).toMatchObject({ passed: 1, failed: 1, warned: 1, skipped: 1, seed: 7, effort: "quick" })
  expect(report.results.map(({ id, status }) => [id, status])).toEqual([
    ["users/created-is-returned", "passed"],
    ["users/found-by-id", "failed"],
    ["users/found-by-email", "skipped"],
    ["user-updates/unknown-is-an-error", "warned"],
  ])
})

test("the printed report explains each failure and warning, and ends with the counts", () => {
  const text = lines.join("\n")
  expect(text).toContain(
    "✗ users/found-by-id: getUser finds a user by the id that createUser returned (§4 getUser)",
  )
  expect(text).toContain('  expected  getUser with the returned id with name: "Ada Lovelace"')
  expect(text).toContain("  harm      The user has signed up but cannot be found again.")
  expect(text).toContain("! user-updates/unknown-is-an-error")
  expect(lines.at(-1)).toBe("1 passed, 1 failed, 1 warned, 1 skipped (quick, seed 7)")
})

test("JSON contains everything, with errors as data", () => {
  const { results, ...counts } = JSON.parse(toJson(report))
  expect(counts).toEqual({
    ...{ passed: 1, failed: 1, warned: 1, skipped: 1, leftOut: 0 },
    ...{ seed: 7, effort: "quick", causes: report.causes, related: report.related },
    memoryGrowth: report.memoryGrowth,
  })
  expect(results[1]).toMatchObject({
    id: "users/found-by-id",
    clause: "§4 getUser",
    level: "must",
    status: "failed",
    error: { expected: expect.any(String), received: expect.any(String), harm: expect.any(String) },
  })
  expect(results[2].reason).toBe("the adapter has no getUserByEmail")
})

describe("JUnit", () => {
  const xml = toJunit(report)

  test("counts failures and skipped cases", () => {
    expect(xml).toContain('<testsuite name="@mortise/conformance" tests="4" failures="1" skipped="2"')
    expect(xml.match(/<testcase /g)).toHaveLength(4)
    expect(xml.match(/<failure /g)).toHaveLength(1)
    expect(xml).toContain('<skipped message="the adapter has no getUserByEmail"/>')
  })

  test("is well-formed, whatever the adapter returned", () => {
    expect(xml).not.toContain("<script>")
    expect(xml).not.toContain("]]>")
    expect(xml.replace(/<[^<>]*>/g, "")).not.toMatch(/[<>]/)
    expect([...xml].filter((character) => character < " " && character !== "\n")).toEqual([])
  })
})

test("Markdown escapes the values that the adapter returned", () => {
  const page = toMarkdown(report)
  expect(page).toMatch(/^\*\*1 passed, 1 failed, 1 warned, 1 skipped\*\* \(quick, seed 7\)\n/)
  expect(page).toContain("### Failed")
  expect(page).toContain("### Warned")
  expect(page).toContain("- `users/found-by-email`: the adapter has no getUserByEmail")
  expect(page).not.toContain("<script>")
})

describe("HTML", () => {
  const page = toHtml(report)

  test("is one file without scripts, whose values are escaped", () => {
    expect(page).toMatch(/^<!doctype html><html lang="en">/)
    expect(page).not.toMatch(/<script|<link|src=|@import|url\(/)
    expect(page).toContain("&lt;script&gt;")
    expect([...page].filter((character) => character < " " && character !== "\n")).toEqual([])
  })

  test("has a heading for each cause, and both color schemes", () => {
    expect(page.match(/<article class="cause failed"><h3>/g)).toHaveLength(1)
    expect(page).toContain("users/found-by-email</code>: the adapter has no getUserByEmail")
    expect(page).toContain("color-scheme: light dark")
  })
})

test("`only` warns of the cases that it leaves out although they check the same clauses", () => {
  expect(report.related).toContain("user-updates/every-lookup-sees-them")
  expect(lines.join("\n")).toMatch(/! `only` left out \d+ cases that check the same clauses: .*users \d+/)
  expect(toMarkdown(report)).toContain("left out")
})

test("a run whose process grew by about a gigabyte has a warning", () => {
  expect(report.memoryGrowth).toBeLessThan(700)
  expect(toMarkdown(report)).not.toContain("grew by")
  expect(toMarkdown({ ...report, memoryGrowth: 1_100 })).toContain(
    "The process grew by 1.1 GB during the run",
  )
})

test("the badge shows how many musts hold, in red when one does not", async () => {
  expect(toBadge(report)).toContain("adapter contract: 1 of 2")
  expect(toBadge(report)).toContain("#b3261e")
  const clean = await runConformance({
    factory: () => ({ adapter: good }),
    only: ["users/found-by-id"],
    seed: 1,
    onLine: false,
  })
  expect(toBadge(clean)).toContain(`${clean.passed} of ${clean.passed}`)
  expect(toBadge(clean)).not.toContain("#b3261e")
})

test("the badge counts races apart, and never as rules that hold", () => {
  const result = (status: "passed" | "failed", races?: number) => ({
    ...(report.results[0] as Report["results"][number]),
    status,
    ...(races !== undefined && { races }),
  })
  const shown = (...results: ReturnType<typeof result>[]) =>
    /aria-label="adapter contract: ([^"]*)"/.exec(toBadge({ ...report, results }))?.[1]
  expect(shown(result("passed"))).toBe("1 of 1")
  expect(shown(result("passed"), result("passed", 5), result("passed", 7))).toBe(
    "1 of 1, no race seen in 12 rounds",
  )
  expect(shown(result("passed"), result("failed"), result("failed", 5), result("passed", 7))).toBe(
    "1 of 2, 1 race seen",
  )
  expect(toBadge({ ...report, results: [result("failed", 5)] })).toContain("#b3261e")
})
