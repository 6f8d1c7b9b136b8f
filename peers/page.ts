import { failuresByCause } from "./causes.ts"
import type { Measured, Row } from "./measure-peers.ts"

/** Sorts the peers, the one with the fewest causes first. */
export const ranked = (rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => causeCount(a) - causeCount(b) || failCount(a) - failCount(b))

const failCount = ({ measured }: Row): number => measured?.failed ?? 0

function causeCount({ measured }: Row): number {
  if (!measured) return Number.MAX_SAFE_INTEGER
  const { shared, others } = failuresByCause(measured.results)
  return shared.length + others.length
}

/** A table with one row per peer. */
export const table = (rows: readonly Row[]): string[] => [
  "| adapter | store | failed musts | causes of these failures | warnings | passed | skipped |",
  "|---|---|---|---|---|---|---|",
  ...rows.map(line),
]

function line(row: Row): string {
  const { peer, measured, problem } = row
  const start = `| [${peer.package}](#${peer.name}) ${peer.version} | ${peer.store} |`
  if (!measured) return `${start} could not be measured: ${problem} | | | | |`
  const { failed, warned, passed, skipped } = measured
  return `${start} ${failed} | ${causeCount(row)} | ${warned} | ${passed} | ${skipped} |`
}

/** The section of a peer: what was measured, and the musts that failed. */
export function details({ peer, measured }: Row): string[] {
  const about = `${peer.package} ${peer.version} on ${peer.store}. ${peer.note}`
  if (!measured) return ["", `## ${peer.name}`, "", about]
  return [
    "",
    `## ${peer.name}`,
    "",
    about + lacks(measured),
    "",
    ...failures(measured),
    ...leftOut(peer.skip),
  ]
}

/** The operations that an adapter lacks, taken from the reasons of the skipped cases. */
function lacks({ results }: Measured): string {
  const named = results.map(({ reason }) => /^the adapter has no (?!extra )(.+)$/.exec(reason ?? "")?.[1])
  const names = [...new Set(named.flatMap((list) => list?.split(", ") ?? []))].sort()
  return names.length > 0 ? ` It lacks ${names.join(", ")}.` : ""
}

function failures({ results }: Measured): string[] {
  const { shared, others } = failuresByCause(results)
  if (shared.length + others.length === 0) return ["Every must holds."]
  const together = shared.map(({ title, failures }) => `- ${title}: ${failures.map(code).join(", ")}`)
  return [...together, ...others.map((failure) => `- ${code(failure)}: ${failure.title}`)]
}

const code = ({ id }: { id: string }): string => `\`${id}\``

/** The cases that are skipped for this peer, each with the reason. */
const leftOut = (skip: Readonly<Record<string, string>> = {}): string[] =>
  Object.entries(skip).flatMap(([id, reason]) => ["", `Skipped: ${code({ id })}, because ${reason}.`])
