import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { describe, expect, test } from "vitest"
import { libraries as known } from "../../../peers/scoreboard/libraries.ts"
import { page } from "../../../peers/scoreboard/page.ts"
import { rankFindings } from "../../../peers/scoreboard/rank-findings.ts"
import { recordEntry } from "../../../peers/scoreboard/replay/record-entry.ts"
import type { LibraryFacts, MeasuredEntry, Scoreboard } from "../../../peers/scoreboard/scoreboard.ts"
import { root } from "../../../scripts/ensure-install.mjs"
import { harms, rankHarm } from "../src/engine/harm.ts"
import { adapterHarms } from "../src/suites/authjs/harms.ts"
import { databaseHarms } from "../src/suites/better-auth/harms.ts"

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

  const isMust = (name: string) => facts.cases[name]?.level === "must"

  test("its counts are those of its findings", () => {
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
      harms: Object.fromEntries(
        harms.map((harm) => [harm, failures.filter((finding) => finding.harm === harm).length]),
      ),
    })
  })

  test("its findings are ranked by today's rules, and its replay shows one of the first", () => {
    const ranked = rankFindings(entry, { ...facts, harms: known[entry.library].harms })
    expect(findings).toEqual(ranked.findings)
    const recorded = findings.findIndex((finding) => finding.case === entry.replay?.case)
    if (findings.some((finding) => isMust(finding.case))) expect(recorded).toBeGreaterThanOrEqual(0)
    expect(recorded).toBeLessThan(3)
  })

  test("a rule counts as broken only if it fails in every run, and each finding can be repeated", () => {
    for (const finding of findings) {
      expect(finding.seen).toBeGreaterThan(0)
      if (finding.verdict === "broken") expect(finding.seen).toBe(finding.runs)
      expect(finding.reproduce).toBe(`npm run scoreboard -- ${id} --case ${finding.case}`)
    }
  })
})

test.each([
  ["authjs", adapterHarms],
  ["better-auth", databaseHarms],
] as const)("the harms of %s name every case, and no other", (library, rules) => {
  const ids = known[library].cases.map(({ id }) => id)
  expect(ids.filter((id) => !rankHarm(rules, id))).toEqual([])
  const fits = (name: string) => ids.some((id) => (/[/-]$/.test(name) ? id.startsWith(name) : id === name))
  const names = Object.values(rules).flat()
  expect(names.filter((name) => !fits(name))).toEqual([])
})

test("a finding is recorded as the calls of a run that fails, without random keys", async () => {
  const wanted = {
    library: "authjs",
    folder: pathToFileURL(join(root, "peers/")),
    file: "unstorage",
    store: "memory",
  } as const
  const taken = await recordEntry(wanted, "email-changes/taken-address-is-refused")
  expect(taken?.steps.map(({ call }) => call)).toEqual([
    expect.stringMatching(/^createUser\(\{ id: "id-1", .*email: "person-1@example\.com"/),
    expect.stringMatching(/^createUser\(\{ id: "id-3", .*email: "person-2@example\.com"/),
    'updateUser({ id: "id-4", name: "Mallory", email: "person-1@example.com" })',
  ])
  expect(taken).toMatchObject({ leftOut: 0, expected: "updateUser to a taken address: an error" })
  const race = await recordEntry(wanted, "one-winner/tokens")
  const token = '{ identifier: "person-1@example.com", token: "token-1", expires: in 1 day }'
  const click = 'useVerificationToken({ identifier: "person-1@example.com", token: "token-1" })'
  expect(race?.steps).toEqual([
    { call: `createVerificationToken(${token})`, answer: "the row" },
    { call: click, answer: token },
    { call: click, answer: token, together: true },
    { call: click, answer: token, together: true, more: 7 },
  ])
  expect(await recordEntry(wanted, "sign-outs/session-is-gone")).toBeUndefined()
})
