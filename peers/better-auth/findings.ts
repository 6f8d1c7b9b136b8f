import type { Outcome, Row } from "../measure-peers.ts"
import { causes, failuresByCause } from "./causes.ts"
import type { Peer } from "./peer.ts"
import { runs } from "./runs.ts"

/** A case that did not hold, and with which peer. */
type Problem = { readonly peer: Peer; readonly outcome: Outcome }

/** The causes of failures that do one kind of harm, with the peers and cases that show them. */
export const findings = (rows: readonly Row<Peer>[], harm: string): string[] =>
  causes
    .filter((cause) => cause.harm === harm)
    .flatMap(({ title, by, seen, where }) => {
      const problems = rows.flatMap(({ peer, measured }) => {
        const { explained } = failuresByCause(measured?.results ?? [], peer)
        const failures = explained.find((cause) => cause.title === title)?.failures ?? []
        return failures.map((outcome) => ({ peer, outcome }))
      })
      if (problems.length === 0) return []
      const cases = [...byCase(problems).keys()].map((id) => `\`${id}\``)
      return [
        `- **${title}** (${by}). ${seen} Where: ${where}. ${shownBy(problems)} Cases: ${cases.join(", ")}.`,
      ]
    })

/** The cases that only should hold, and do not. */
export function warnings(rows: readonly Row<Peer>[]): string[] {
  const problems = rows.flatMap(({ peer, measured }) =>
    (measured?.results ?? [])
      .filter(({ status }) => status === "warned")
      .map((outcome) => ({ peer, outcome })),
  )
  return [...byCase(problems)].map(([id, list]) => `- \`${id}\`: ${list[0]?.outcome.title}. ${shownBy(list)}`)
}

function shownBy(problems: readonly Problem[]): string {
  const peers = [...new Set(problems.map(({ peer }) => peer.name))]
  const sometimes = problems.filter(({ outcome }) => (outcome.seen ?? runs) < runs)
  const rates = sometimes.map(
    ({ peer, outcome }) => `\`${outcome.id}\` failed in ${outcome.seen} of ${runs} runs with ${peer.name}.`,
  )
  return [`Seen with ${peers.join(", ")}.`, ...rates].join(" ")
}

function byCase(problems: readonly Problem[]): Map<string, Problem[]> {
  const cases = new Map<string, Problem[]>()
  for (const each of problems) cases.set(each.outcome.id, [...(cases.get(each.outcome.id) ?? []), each])
  return cases
}
