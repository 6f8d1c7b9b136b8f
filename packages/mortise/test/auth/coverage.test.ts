import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"

const sections = { C: 10, D: 14, E: 11, F: 8, M: 3 }
const ids = Object.entries(sections).flatMap(([section, last]) =>
  Array.from({ length: last }, (_, at) => `SEC-${section}${at + 1}`),
)
const rows = [
  "§3 session accessed before expires",
  "§3 session accessed when time is expires",
  "§3 session accessed past expires",
  "§3 deleteSession",
  "§3 useVerificationToken",
  "§3 verification token used",
  "§3 emailVerified is null",
]

const threatModel = readFileSync(new URL("../../../../docs/threat-model.md", import.meta.url), "utf8")
const claimed = [...new Set(threatModel.match(/\bSEC-[A-Z]\d+|\bC\d\b/g))]

// The titles of the tests in this folder: every quoted text that holds a requirement.
const here = new URL(".", import.meta.url)
const names = readdirSync(here, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && file !== "coverage.test.ts" && !file.startsWith("official"))
  .flatMap((file) => readFileSync(new URL(file, here), "utf8").match(/["`][^"`\n]*(SEC-|§3)[^\n]*/g) ?? [])

describe("a requirement of the lifecycle is named by a test:", () => {
  test.each([...ids, ...rows])("%s", (wanted) => {
    const named = new RegExp(`${wanted}(?![0-9])`)
    expect(names.filter((name) => named.test(name))).not.toEqual([])
  })
})

test("every id in the threat model is in the title of a test", () => {
  const all = new URL("../", import.meta.url)
  const tests = readdirSync(all, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith("coverage.test.ts"))
    .map((file) => readFileSync(new URL(file, all), "utf8"))
    .join("\n")
  expect(claimed.length).toBeGreaterThan(20)
  expect(claimed.filter((id) => !new RegExp(`["\`\\s(]${id}(?![0-9])`).test(tests))).toEqual([])
})
