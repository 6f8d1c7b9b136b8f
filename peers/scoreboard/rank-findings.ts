import { type Harm, type HarmRules, harms, rankHarm } from "../../packages/conformance/src/engine/harm.ts"
import { findHarm } from "./find-harm.ts"
import type { CaseFacts, Counts, Finding, MeasuredEntry, Verdict } from "./scoreboard.ts"

/** An entry whose findings may have no harm yet, or that of earlier rules. */
export type UnrankedEntry = Omit<MeasuredEntry, "findings" | "counts"> & {
  readonly findings: readonly Omit<Finding, "harm">[]
  readonly counts: Omit<Counts, "harms">
}

type Library = {
  readonly harms: HarmRules
  readonly cases: Readonly<Record<string, Pick<CaseFacts, "level">>>
}

const verdicts: readonly Verdict[] = ["broken", "race", "sometimes"]

/** Gives each finding its harm, sorts them, musts and the worst first, and counts the musts by harm. */
export function rankFindings(entry: UnrankedEntry, { harms: rules, cases }: Library): MeasuredEntry {
  const isMust = (finding: Pick<Finding, "case">) => cases[finding.case]?.level === "must"
  const ranked = entry.findings.map((finding) => {
    const { harm, rank } = rankHarm(rules, finding.case) ?? { harm: "error", rank: 0 }
    const shown = findHarm(harm, finding)
    // A case that shows less than its harm comes after those whose harm this is.
    const order = [isMust(finding) ? 0 : 1, harms.indexOf(shown), shown === harm ? 0 : 1, rank]
    return { order: [...order, verdicts.indexOf(finding.verdict)], finding: { ...finding, harm: shown } }
  })
  const findings = ranked.sort((a, b) => compareOrders(a.order, b.order)).map(({ finding }) => finding)
  return { ...entry, counts: { ...entry.counts, harms: countHarms(findings.filter(isMust)) }, findings }
}

function compareOrders(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((place, index) => place !== b[index])
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0)
}

function countHarms(findings: readonly Pick<Finding, "harm">[]): Counts["harms"] {
  const count = (harm: Harm) => findings.filter((finding) => finding.harm === harm).length
  return Object.fromEntries(harms.map((harm) => [harm, count(harm)])) as Record<Harm, number>
}
