import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { page } from "../../../peers/scoreboard/page.ts"
import type { LibraryFacts, MeasuredEntry, Scoreboard } from "../../../peers/scoreboard/scoreboard.ts"
import { root } from "../../../scripts/ensure-install.mjs"

const file = join(root, "docs/scoreboard.json")
if (!existsSync(file)) throw new Error("docs/scoreboard.json is missing: `npm run scoreboard` writes it.")
const scoreboard: Scoreboard = JSON.parse(readFileSync(file, "utf8"))
const { libraries, entries } = scoreboard
const measured = entries.filter((entry): entry is MeasuredEntry => entry.problem === undefined)

test("SEC-T21 docs/peers.md shows the data of docs/scoreboard.json", () => {
  expect(readFileSync(join(root, "docs/peers.md"), "utf8")).toBe(page(scoreboard))
})

test("the published scoreboard has entries of both libraries, each once", () => {
  expect(new Set(measured.map(({ library }) => library))).toEqual(new Set(["authjs", "better-auth"]))
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
})

describe.each(measured.map((entry) => [entry.id, entry] as const))("%s", (id, entry) => {
  const facts: LibraryFacts = libraries[entry.library]
  const { findings, racesNotSeen, skipped, counts } = entry

  test("every case and cause that it names is described", () => {
    const named = [
      ...findings.map((finding) => finding.case),
      ...Object.keys(racesNotSeen),
      ...skipped.flatMap(({ cases }) => cases),
    ]
    expect(named.filter((name) => !facts.cases[name])).toEqual([])
    expect(findings.flatMap(({ cause }) => cause ?? []).filter((title) => !facts.causes[title])).toEqual([])
    expect(new Set(named).size).toBe(named.length)
  })

  test("its counts are those of its findings", () => {
    const isMust = (name: string) => facts.cases[name]?.level === "must"
    const failures = findings.filter((finding) => isMust(finding.case))
    const of = (verdict: string) => failures.filter((finding) => finding.verdict === verdict).length
    const unseen = Object.entries(racesNotSeen).filter(([name]) => isMust(name))
    expect(counts).toEqual({
      held: expect.any(Number),
      broken: of("broken"),
      sometimes: of("sometimes"),
      racesSeen: of("race"),
      racesNotSeen: unseen.length,
      rounds: unseen.reduce((sum, [, rounds]) => sum + rounds, 0),
      causes: new Set(failures.map((finding) => finding.cause ?? finding.case)).size,
      warnings: findings.length - failures.length,
      skipped: skipped.flatMap(({ cases }) => cases).length,
    })
  })

  test("a rule counts as broken only if it fails in every run, and each finding can be repeated", () => {
    for (const finding of findings) {
      expect(finding.seen).toBeGreaterThan(0)
      if (finding.verdict === "broken") expect(finding.seen).toBe(finding.runs)
      expect(finding.reproduce).toBe(`npm run scoreboard -- ${id} --case ${finding.case}`)
    }
  })
})
