import type { HarmRules } from "../../packages/conformance/src/engine/harm.ts"
import type { Cause } from "../fits.ts"
import { plainText } from "./plain-text.ts"
import { rankFindings, type UnrankedEntry } from "./rank-findings.ts"
import type { Counts, MeasuredEntry, Outcome, RawEntry, Verdict } from "./scoreboard.ts"

type UnrankedFinding = UnrankedEntry["findings"][number]
type KnownCause = Pick<Cause, "title" | "needsRaces">

/** The known cause of a failure. */
export type CauseOf = (outcome: Outcome, name: string) => KnownCause | undefined

/** The entry of a measurement: verdicts, counts and shortened evidence. */
export function toEntry(
  { results, ...measured }: RawEntry,
  { causeOf, harms }: { readonly causeOf: CauseOf; readonly harms: HarmRules },
): MeasuredEntry {
  const failures = results
    .filter(isProblem)
    .map((outcome) => ({ outcome, cause: causeOf(outcome, measured.name) }))
  const sure = failures.filter(({ outcome }) => verdictOf(outcome) === "broken")
  const titles = new Set(sure.map(({ cause }) => cause?.title))
  const needsRaces = (cause?: KnownCause) => cause?.needsRaces ?? !(cause && titles.has(cause.title))
  const findings = failures.map(({ outcome, cause }) =>
    toFinding(outcome, verdictOf(outcome, needsRaces(cause)), cause, measured),
  )
  const notSeen = results.filter(({ races, status }) => races !== undefined && status === "passed")
  const entry = {
    ...measured,
    counts: count(results, findings),
    findings,
    racesNotSeen: Object.fromEntries(notSeen.map(({ id, races = 0 }) => [id, races])),
    skipped: byReason(results),
  }
  return rankFindings(entry, {
    harms,
    cases: Object.fromEntries(results.map((outcome) => [outcome.id, outcome])),
  })
}

const isProblem = ({ status }: Outcome): boolean => status === "failed" || status === "warned"

/** Random programs run for some seconds, and short lifetimes end while a case waits: the machine's speed decides. */
const isTimed = ({ id }: Outcome): boolean =>
  /^(programs\/|lifetimes\/(?!long-lives|\w+-until-1970))/.test(id)

function verdictOf(outcome: Outcome, needsRaces = true): Verdict {
  if (outcome.races !== undefined && needsRaces) return "race"
  const isSure = outcome.seen === outcome.runs && !outcome.passesAlone && !isTimed(outcome)
  return isSure ? "broken" : "sometimes"
}

const toFinding = (
  { id, seen, runs, error }: Outcome,
  verdict: Verdict,
  cause: KnownCause | undefined,
  measured: { readonly id: string },
): UnrankedFinding => ({
  case: id,
  verdict,
  seen,
  runs,
  expected: plainText(error?.expected ?? ""),
  received: plainText(error?.received ?? ""),
  ...(cause && { cause: cause.title }),
  reproduce: `npm run scoreboard -- ${measured.id} --case ${id}`,
})

function count(results: readonly Outcome[], findings: readonly UnrankedFinding[]): Omit<Counts, "harms"> {
  const musts = results.filter(({ level }) => level === "must")
  const passed = musts.filter(({ status }) => status === "passed")
  const unseen = passed.filter(({ races }) => races !== undefined)
  const broken = findings.filter((finding) => musts.some(({ id }) => id === finding.case))
  const ofVerdict = (verdict: Verdict) => broken.filter((finding) => finding.verdict === verdict).length
  return {
    held: passed.length - unseen.length,
    broken: ofVerdict("broken"),
    sometimes: ofVerdict("sometimes"),
    racesSeen: ofVerdict("race"),
    racesNotSeen: unseen.length,
    rounds: unseen.reduce((sum, { races = 0 }) => sum + races, 0),
    // A failure without a known cause is its own cause.
    causes: new Set(broken.map((finding) => finding.cause ?? finding.case)).size,
    warnings: findings.length - broken.length,
    skipped: results.filter(({ status }) => status === "skipped").length,
  }
}

function byReason(results: readonly Outcome[]): MeasuredEntry["skipped"] {
  const reasons = new Map<string, string[]>()
  for (const { id, status, reason = "" } of results)
    if (status === "skipped") reasons.set(reason, [...(reasons.get(reason) ?? []), id])
  return [...reasons].map(([reason, cases]) => ({ reason, cases }))
}
