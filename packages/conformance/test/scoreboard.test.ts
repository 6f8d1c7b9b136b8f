import { readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { expect, onTestFinished, test, vi } from "vitest"
import { peer } from "../../../peers/adapters/unstorage.ts"
import { badgeOf } from "../../../peers/scoreboard/badge.ts"
import { differences } from "../../../peers/scoreboard/differences.ts"
import { libraries } from "../../../peers/scoreboard/libraries.ts"
import { storesOf } from "../../../peers/scoreboard/measure.ts"
import { measureEntry } from "../../../peers/scoreboard/measure-entry.ts"
import { merge } from "../../../peers/scoreboard/merge.ts"
import { page } from "../../../peers/scoreboard/page.ts"
import { plainText } from "../../../peers/scoreboard/plain-text.ts"
import { type Result, runRepeatedly } from "../../../peers/scoreboard/run-repeatedly.ts"
import type { MeasuredEntry, Outcome, RawEntry } from "../../../peers/scoreboard/scoreboard.ts"
import { bundleSize } from "../../../peers/scoreboard/size.ts"
import { compareSpeed } from "../../../peers/scoreboard/speed.ts"
import { type CauseOf, toEntry } from "../../../peers/scoreboard/to-entry.ts"
import { root } from "../../../scripts/ensure-install.mjs"
import { drawBadge } from "../src/engine/report/to-badge.ts"
import { cases } from "../src/index.ts"

const folder = pathToFileURL(join(root, "peers/"))

const result = (id: string, more: Partial<Result> = {}): Result => ({
  id,
  level: "must",
  title: `The title of ${id}`,
  status: "passed",
  ...more,
})
const error = { expected: "a row", received: "null" }
const failing = { status: "failed", error } as const

/** An outcome of five runs if the case failed, else of one. */
const outcome = (id: string, more: Partial<Outcome> = {}): Outcome => ({
  ...result(id, more),
  seen: more.status === undefined || more.status === "passed" ? 0 : 5,
  runs: more.status === undefined || more.status === "passed" ? 1 : 5,
  ...more,
})

const raw = (results: readonly Outcome[], name = "some-on-memory"): RawEntry => ({
  id: `authjs/${name}`,
  library: "authjs",
  name,
  measured: "2026-11-18T00:00:00.000Z",
  node: "20.20.2",
  suite: "0.9.0",
  package: "some-adapter",
  version: "1.0.0",
  from: "the community",
  store: "memory",
  clients: [],
  note: "A note.",
  results,
  speed: { callsPerSecond: 1000, ratio: 0.5 },
  size: { minified: 2000, gzipped: 1234 },
})

const causeOf: CauseOf = ({ id }) => {
  if (id.startsWith("known/")) return { title: "A known cause" }
  if (id.startsWith("never-races/")) return { title: "Needs no race", needsRaces: false }
  return id.startsWith("only-races/") ? { title: "Needs races", needsRaces: true } : undefined
}

const entry = (results: readonly Outcome[], name?: string): MeasuredEntry =>
  toEntry(raw(results, name), { causeOf, harms: libraries.authjs.harms })

const scoreboard = (...entries: MeasuredEntry[]) => merge(undefined, entries, libraries)

test("a case that passes runs once, and one that fails with every seed", async () => {
  const calls: [readonly string[], number][] = []
  const outcomes = await runRepeatedly(
    async (ids, seed) => {
      calls.push([ids, seed])
      const ofSeed = (id: string) => (id === "b" && seed > 2 ? {} : failing)
      return {
        results: ids.map((id) =>
          result(id, id === "a" ? {} : { ...ofSeed(id), ...(id === "c" && { races: seed }) }),
        ),
      }
    },
    ["a", "b", "c"],
  )
  expect(calls).toEqual([[["a", "b", "c"], 1], ...[2, 3, 4, 5].map((seed) => [["b", "c"], seed])])
  expect(outcomes.map(({ id, seen, runs, races }) => [id, seen, runs, races])).toEqual([
    ["a", 0, 1, undefined],
    ["b", 2, 5, undefined],
    ["c", 5, 5, 5],
  ])
  expect(outcomes[1]?.error).toEqual(error)
})

test("only a rule that starts no race and fails in every run is broken", () => {
  const { findings } = entry([
    outcome("known/every-run", failing),
    outcome("known/some-runs", { ...failing, seen: 4 }),
    outcome("known/not-alone", { ...failing, passesAlone: true }),
    outcome("programs/one-caller", failing),
    outcome("lifetimes/last-moments-of-tokens", failing),
    outcome("races/every-run", { ...failing, races: 7 }),
    outcome("held/rule"),
  ])
  expect(findings.map((finding) => [finding.case, finding.verdict, finding.seen])).toEqual([
    ["lifetimes/last-moments-of-tokens", "sometimes", 5],
    ["programs/one-caller", "sometimes", 5],
    ["known/every-run", "broken", 5],
    ["races/every-run", "race", 5],
    ["known/some-runs", "sometimes", 4],
    ["known/not-alone", "sometimes", 5],
  ])
  expect(findings[2]).toMatchObject({
    ...error,
    cause: "A known cause",
    reproduce: "npm run scoreboard -- authjs/some-on-memory --case known/every-run",
  })
})

test("a case that starts races is broken if its cause needs none", () => {
  const racing = { ...failing, races: 7 }
  const verdicts = (...outcomes: Outcome[]) => entry(outcomes).findings.map(({ verdict }) => verdict)
  const seenWithoutRaces = outcome("known/without-races", failing)
  expect(verdicts(outcome("known/races", racing))).toEqual(["race"])
  expect(verdicts(outcome("known/races", racing), seenWithoutRaces)).toEqual(["broken", "broken"])
  expect(verdicts(outcome("never-races/races", racing))).toEqual(["broken"])
  expect(verdicts(outcome("only-races/races", racing), outcome("only-races/rule", failing))).toEqual([
    "broken",
    "race",
  ])
  expect(verdicts(outcome("never-races/races", { ...racing, seen: 4 }))).toEqual(["sometimes"])
  expect(verdicts(outcome("never-races/races", { ...racing, passesAlone: true }))).toEqual(["sometimes"])
  expect(verdicts(outcome("known/races", racing), { ...seenWithoutRaces, seen: 4 })).toEqual([
    "race",
    "sometimes",
  ])
  expect(verdicts(outcome("races/of-unknown-cause", racing), outcome("other/rule", failing))).toEqual([
    "broken",
    "race",
  ])
})

const mixed = entry([
  outcome("known/one", failing),
  outcome("known/two", { ...failing, seen: 3 }),
  outcome("races/seen", { ...failing, races: 4 }),
  outcome("races/not-seen", { races: 30 }),
  outcome("races/not-seen-either", { races: 12, level: "should" }),
  outcome("held/rule"),
  outcome("should/rule", { status: "warned", error, level: "should" }),
  outcome("skipped/one", { status: "skipped", reason: "it has no passkeys", seen: 0 }),
  outcome("skipped/two", { status: "skipped", reason: "it has no passkeys", seen: 0 }),
])

test("counts keep races apart from rules that hold", () => {
  expect(mixed.counts).toEqual({
    ...{ held: 1, broken: 1, sometimes: 1, racesSeen: 1, racesNotSeen: 1, rounds: 30 },
    ...{ causes: 2, warnings: 1, skipped: 2, harms: expect.objectContaining({ error: 3 }) },
  })
  expect(mixed.racesNotSeen).toEqual({ "races/not-seen": 30, "races/not-seen-either": 12 })
  expect(mixed.skipped).toEqual([{ reason: "it has no passkeys", cases: ["skipped/one", "skipped/two"] }])
})

test("findings are sorted by the harm that they show, musts and the worst first", () => {
  const answers = (expected: string, received: string) => ({ ...failing, error: { expected, received } })
  const accepted = answers("updateUser to a taken address: an error", '{ id: "1" }')
  const { findings, counts } = entry([
    outcome("deletions/unknown-is-quiet", answers("no error", "deleteUser threw Error: none")),
    outcome("expired-sessions/stay-over", { ...accepted, status: "warned", level: "should" }),
    outcome("verification-tokens/used-once", answers("the first use: a row", "null")),
    outcome(
      "sessions/stay-apart",
      answers("a row with expires: Date <date>", "expires: Date <date without milliseconds>"),
    ),
    outcome("linking/taken-account-is-refused", answers("no error", "linkAccount threw Error: timeout")),
    outcome(
      "errors/hold-no-secrets",
      answers("an error without the values of the call", "Error: a@example.com"),
    ),
    outcome("user-updates/undefined-leaves-a-field", answers('a row with image: "a.png"', "image: null")),
    outcome("one-winner/tokens", { ...answers("callers that got the row: 1", "10"), races: 3 }),
    outcome("email-changes/taken-address-is-refused", accepted),
  ])
  expect(findings.map((finding) => [finding.case, finding.harm])).toEqual([
    ["email-changes/taken-address-is-refused", "account_taken_over"],
    ["one-winner/tokens", "account_taken_over"],
    ["user-updates/undefined-leaves-a-field", "data_lost"],
    ["errors/hold-no-secrets", "secret_shown"],
    ["verification-tokens/used-once", "locked_out"],
    ["sessions/stay-apart", "wrong_answer"],
    ["deletions/unknown-is-quiet", "error"],
    ["linking/taken-account-is-refused", "error"],
    ["expired-sessions/stay-over", "account_taken_over"],
  ])
  expect(Object.values(counts.harms)).toEqual([2, 1, 1, 1, 1, 2])
})

test("the page and the badge never say that a race passed", () => {
  const text = page(scoreboard(mixed))
  expect(text).toContain(
    "| some-on-memory | some-adapter 1.0.0 | 0 | 0 | 0 | 0 | 0 | 3 | 2 | 1 (30 rounds) | 0.5 × | 1.2 kB |",
  )
  expect(text).toContain(
    "- @auth/neon-adapter: needs its service: the emulation that tests Mortise was not used here",
  )
  expect(text).not.toMatch(/pass(ed|es)\b/)
  expect(badgeOf(mixed)).toBe(drawBadge({ held: 1, broken: 2, racesSeen: 1, rounds: 30 }))
  expect(badgeOf(mixed)).toContain('aria-label="adapter contract: 1 of 3, 1 race seen"')
})

test("an adapter that could not be measured stays listed, with the reason", () => {
  const { measured, node, suite } = mixed
  const failed = { id: "authjs/odd", library: "authjs", name: "odd", problem: "SyntaxError: odd" } as const
  const text = page(merge(scoreboard(mixed), [{ ...failed, measured, node, suite }], libraries))
  expect(text).toContain("| odd | could not be measured: SyntaxError: odd |")
  expect(text).toContain("| some-on-memory |")
})

test("an entry that is measured again replaces the old one, and others stay", () => {
  const known = String(cases[0]?.id)
  const before = scoreboard(entry([outcome(known, failing)], "a-on-memory"), entry([], "b-on-memory"))
  const after = merge(before, [entry([outcome("gone/case", failing)], "b-on-memory")], libraries)
  expect(after.entries.map(({ id }) => id)).toEqual(["authjs/a-on-memory", "authjs/b-on-memory"])
  expect(after.entries[1]).toMatchObject({ counts: { broken: 1 } })
  expect(Object.keys(after.libraries.authjs.cases)).toEqual([known])
  expect(after.libraries.authjs.cases[known]).toMatchObject({ level: cases[0]?.level, harm: cases[0]?.harm })
})

test("two scoreboards differ only in what timing does not decide", () => {
  const first = scoreboard(
    entry([
      outcome("a", failing),
      outcome("b", failing),
      outcome("c", { ...failing, races: 3 }),
      outcome("d", { ...failing, seen: 4 }),
    ]),
  )
  const second = scoreboard(
    entry([outcome("a", failing), outcome("b"), outcome("c", { races: 3 }), outcome("d", failing)]),
  )
  expect(differences(first, second)).toEqual(["authjs/some-on-memory: b broken, then held"])
  expect(differences(first, first)).toEqual([])
})

test("evidence has no paths, ports, keys and times of one run", () => {
  const now = Date.parse("2026-11-18T08:00:00.000Z")
  const plain = (text: string) => plainText(text, now)
  expect(plain('getUser("joséaccc449791dcddcd006mu@example.com")')).toBe('getUser("josé<key>@example.com")')
  expect(plain("{ id: 83a90a1e-a42e-4f5b-830e-b5106e21b300-Ab }")).toBe("{ id: <uuid>-Ab }")
  expect(plain('id: "1f4eca95691f9bd742cea43761a5f735"')).toBe('id: "<key>"')
  expect(plain("connect ECONNREFUSED 127.0.0.1:41223")).toBe("connect ECONNREFUSED 127.0.0.1:<port>")
  expect(plain("Cannot open /home/somebody/auth/auth.db")).toBe("Cannot open auth.db")
  expect(plain("Date 2026-11-19T08:22:50.123Z")).toBe("Date <date>")
  expect(plain("Date 2026-11-19T08:22:50.000Z")).toBe("Date <date without milliseconds>")
  expect(plain("https://example.com/ada.png, Date 2020-01-01T00:00:00.000Z")).toBe(
    "https://example.com/ada.png, Date 2020-01-01T00:00:00.000Z",
  )
  expect(plain("UNIQUE constraint failed: VerificationToken.token")).toContain("VerificationToken.token")
  expect(plain("x ".repeat(400))).toHaveLength(301)
})

test("speed is a ratio: a call that waits longer has a lower one", async () => {
  vi.useFakeTimers({ toFake: ["performance"] })
  onTestFinished(() => void vi.useRealTimers())
  const wait = (ms: number) => async () => vi.advanceTimersByTime(ms)
  expect(await compareSpeed(wait(10), wait(1), 30)).toEqual({ ratio: 0.1, callsPerSecond: 100 })
})

test("size leaves out what an application has anyway", async () => {
  const size = (external: readonly string[]) => bundleSize(peer.package, folder, external)
  const [alone, withCore] = [await size(["@auth/core", "unstorage"]), await size([])]
  expect(alone.gzipped).toBeGreaterThan(300)
  expect(alone.minified).toBeGreaterThan(alone.gzipped)
  expect(withCore.gzipped).toBeGreaterThan(alone.gzipped)
})

test("the example of the documents is an adapter of ten lines, and is measured", async () => {
  const document = readFileSync(join(root, "peers/README.md"), "utf8")
  const [, code = ""] = /```ts adapters\/unstorage\.ts\n([\s\S]*?)```/.exec(document) ?? []
  expect(code).toBe(readFileSync(join(root, "peers/adapters/unstorage.ts"), "utf8"))
  expect(code.trim().split("\n").length).toBeLessThanOrEqual(11)
  const wanted = { library: "authjs", folder, file: "unstorage", store: "memory" } as const
  const measured = await measureEntry({ ...wanted, only: "hostile-text/look-of-a-date" })
  const { findings, ...described } = toEntry(measured, libraries.authjs)
  expect(described).toMatchObject({
    id: "authjs/unstorage-on-memory",
    package: peer.package,
    version: expect.stringMatching(/^\d/),
  })
  expect(findings).toMatchObject([
    { case: "hostile-text/look-of-a-date", verdict: "broken", seen: 5, runs: 5 },
  ])
})

test("a file that cannot be imported is an entry with its problem", async () => {
  const found = await storesOf({ library: "authjs", file: "absent" })
  expect(found).toMatchObject({ id: "authjs/absent", problem: expect.stringMatching(/Cannot find module/) })
  expect(JSON.stringify(found)).not.toContain(root)
})
