import { describe, expect, test } from "vitest"
import { mixedSymptom } from "../src/engine/report/causes.ts"
import { runConformance, toHtml, toJson, toJunit, toMarkdown } from "../src/index.ts"
import { mutants } from "./mutants/index.ts"
import type { Mutant } from "./mutants/mutant.ts"
import { mutantSetup } from "./support/mutant-setup.ts"
import { threeCausesAdapter } from "./support/three-causes-adapter.ts"

const lines: string[] = []
const report = await runConformance({
  factory: () => ({ adapter: threeCausesAdapter() }),
  seed: 1,
  onLine: (line) => lines.push(line),
})

const expected = [
  ["dates lose their milliseconds", "dates/session-expiry-is-a-date"],
  ["a passkey is left behind by deleteUser", "cascades/passkeys"],
  ["concurrent calls about a user have results that cannot all be true", "one-winner/users"],
] as const

describe("an adapter with three defects has a short report with three causes", () => {
  const causes = report.causes.filter(
    ({ status, symptom }) => status === "failed" && symptom !== mixedSymptom,
  )

  test("each with a fitting first case, and every failed case belongs to one", () => {
    expect(report.failed).toBeGreaterThan(70)
    expect(causes.map(({ symptom, cases: [first] }) => [symptom, first])).toEqual(expected)
    const counted = report.causes.flatMap(({ cases }) => cases)
    expect(counted.toSorted()).toEqual(
      report.results.flatMap(({ error, id }) => (error ? id : [])).toSorted(),
    )
  })

  test("in the text", () => {
    expect(lines.length).toBeLessThan(90)
    for (const [index, [symptom, first]] of expected.entries()) {
      const at = lines.findIndex((line) => line.startsWith(`${index + 1}. ${symptom} (`))
      expect(lines[at + 1]).toContain(`✗ ${first}: `)
      expect(lines[at + 2]).toMatch(/^ {2}expected /)
      expect(lines[at + 3]).toMatch(/^ {2}received /)
    }
  })

  test.each([
    ["Markdown", toMarkdown(report), (symptom: string) => `- **${symptom}** (`],
    ["HTML", toHtml(report), (symptom: string) => `<h3>${symptom} (`],
    ["JUnit", toJunit(report), (symptom: string) => `<failure type="${symptom}"`],
    ["JSON", toJson(report), (symptom: string) => `"symptom": "${symptom}",\n      "status": "failed"`],
  ] as const)("in %s", (_, text, heading) => {
    for (const [symptom] of expected) expect(text).toContain(heading(symptom))
  })

  test("with the ids alone of cases that may have any of the causes", () => {
    const mixed = report.causes.find(({ symptom }) => symptom === mixedSymptom)
    const ids = mixed?.cases ?? []
    expect(ids.length).toBeGreaterThan(2)
    const named = `- **${mixedSymptom}** (${ids.length} cases): ${ids.map((id) => `\`${id}\``).join(", ")}\n`
    expect(toMarkdown(report)).toContain(named)
    const [, card = ""] = toHtml(report).split(`<h3>${mixedSymptom} (`)
    const [shown = ""] = card.split("</article>")
    for (const id of ids) expect(shown).toContain(`<li><code>${id}</code>`)
    expect(shown).not.toContain("<dt>")
  })

  test("without the harm and the fix of cases that failed before they got to what they are about", () => {
    const result = report.results.find(({ id }) => id === "large-tables/tokens")
    expect(result?.error).toMatchObject({ harm: "", fix: undefined })
    expect(result?.error?.message).not.toContain("harm")
  })
})

// One defect, one cause: at most one further group of failures.
test.each([
  "update-session-not-stored",
  "unlink-ignores-provider",
  "token-used-by-many",
  "text-trimmed",
  "delete-session-does-nothing",
])("a whole run on %s", async (name) => {
  const { make } = mutants.find((one) => one.name === name) as Mutant
  const { causes, failed } = await runConformance({
    factory: () => mutantSetup({ make }),
    only: [
      "users",
      "user-updates",
      "accounts",
      "unlinking",
      "sessions",
      "session-updates",
      "sign-outs",
    ].concat(...["verification-tokens", "one-winner", "cascades", "text", "hostile-text"]),
    seed: 1,
    onLine: false,
  })
  expect(failed).toBeGreaterThan(0)
  expect(causes.filter(({ status }) => status === "failed").length).toBeLessThan(4)
})
