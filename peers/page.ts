import { failuresByCause } from "./causes.ts"
import type { Measured, Row } from "./measure-peers.ts"

/** The best first. */
export const ranked = (rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => causeCount(a) - causeCount(b) || failCount(a) - failCount(b))

const failCount = ({ measured }: Row): number => measured?.failed ?? 0

function causeCount({ measured }: Row): number {
  if (!measured) return Number.MAX_SAFE_INTEGER
  const { shared, others } = failuresByCause(measured.results)
  return shared.length + others.length
}

/** A line for each peer. */
export const table = (rows: readonly Row[]): string[] => [
  "| adapter | on | musts that fail | for so many causes | shoulds and mays that do not hold | passed | not asked |",
  "|---|---|---|---|---|---|---|",
  ...rows.map(line),
]

function line(row: Row): string {
  const { peer, measured, trouble } = row
  const start = `| [${peer.package}](#${peer.name}) ${peer.version} | ${peer.store} |`
  if (!measured) return `${start} could not be measured: ${trouble} | | | | |`
  const { failed, warned, passed, skipped } = measured
  return `${start} ${failed} | ${causeCount(row)} | ${warned} | ${passed} | ${skipped} |`
}

/** What was measured, and each must that failed. */
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

/** The operations that an adapter lacks, as the suite gave them for reasons not to ask. */
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

/** The cases that this peer is not asked, each with the reason. */
const leftOut = (skip: Readonly<Record<string, string>> = {}): string[] =>
  Object.entries(skip).flatMap(([id, reason]) => ["", `Not asked: ${code({ id })}, since ${reason}.`])
