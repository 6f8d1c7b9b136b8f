import type { Entry, Scoreboard } from "./scoreboard.ts"

/**
 * What differs between two scoreboards, except what timing decides: races, and rules that are broken only sometimes.
 * Only entries of both are compared.
 */
export function differences(before: Scoreboard, after: Scoreboard): string[] {
  return before.entries.flatMap((entry) => {
    const other = after.entries.find(({ id }) => id === entry.id)
    return other ? differing(entry, other) : []
  })
}

function differing(entry: Entry, other: Entry): string[] {
  if (entry.problem !== undefined || other.problem !== undefined)
    return entry.problem === other.problem ? [] : [`${entry.id}: ${whatOf(entry)}, then ${whatOf(other)}`]
  const cases = new Set([...entry.findings, ...other.findings].map((finding) => finding.case))
  return [...cases].flatMap((id) => {
    const verdicts = [entry, other].map(
      ({ findings }) => findings.find((finding) => finding.case === id)?.verdict ?? "held",
    )
    const isTiming = verdicts.some((verdict) => verdict === "race" || verdict === "sometimes")
    return isTiming || verdicts[0] === verdicts[1] ? [] : [`${entry.id}: ${id} ${verdicts.join(", then ")}`]
  })
}

const whatOf = ({ problem }: Entry): string => problem ?? "measured"
