import type { Outcome, Row } from "../measure-peers.ts"
import { type Culprit, harms } from "./cause.ts"
import { failuresByCause } from "./causes.ts"
import { findings, warnings } from "./findings.ts"
import { leftOut } from "./left-out.ts"
import type { Peer } from "./peer.ts"
import { betterAuthVersion } from "./registry.ts"
import { runs } from "./runs.ts"

type PeerRow = Row<Peer>

/** When and on which servers the peers were measured. */
type Measurement = { readonly day: string; readonly servers: readonly string[] }

const culprits: readonly Culprit[] = ["adapter", "fallback", "Better Auth"]

/** The page with the results of every peer. */
export const page = (rows: readonly PeerRow[], { servers, day }: Measurement): string[] => [
  "# Conformance of Better Auth's adapters",
  "",
  `The results of \`@mortise/conformance/better-auth\` for adapters and storages of Better Auth ${betterAuthVersion}, each on a`,
  "new, empty store with the tables that it documents or generates. A must is required by Better Auth's interface or for a",
  "safe sign-in. Several cases that fail for one reason count as one cause.",
  "",
  ...table(rows),
  "",
  "Each cause is assigned to the part that can best prevent it: the adapter, with the client that it uses; the fallback of Better",
  "Auth for adapters that lack `consumeOne` or `incrementOne`; or Better Auth itself, with its tables and its command line.",
  "An adapter can prevent some of Better Auth's causes, too. Not examined: the cause is unknown. No failure",
  "seen: the case did not fail in one run at quick effort, which for a race proves little.",
  "",
  `Each case that failed was run ${runs} times. Where it failed in fewer runs, the page says in how many. Measured on`,
  `${day} with Node ${process.versions.node}, ${servers.join(" and ")}.`,
  "",
  "## Findings",
  ...Object.entries(harms).flatMap(([harm, title]) => section(title, findings(rows, harm))),
  ...section("Not examined", notExamined(rows)),
  ...section("Warnings", ["What an adapter should do, but need not:", "", ...warnings(rows)]),
  "",
  "## What was measured",
  "",
  ...rows.map(about),
  "",
  "Not measured:",
  "",
  ...leftOut.map(({ package: name, reason }) => `- ${name}: ${reason}`),
  "",
  "## Repeat it",
  "",
  "```sh",
  "npm ci --prefix peers/better-auth",
  "npm run --prefix peers/better-auth measure",
  "```",
  "",
  "The second command writes this page. [Its README](../peers/better-auth/README.md) says how adapters are set up.",
  "",
]

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? ["", `### ${title}`, "", ...lines] : []

const table = (rows: readonly PeerRow[]): string[] => [
  "| | adapter | failed musts | causes: adapter | fallback | Better Auth | not examined | warnings | no failure seen | skipped |",
  "|---|---|---|---|---|---|---|---|---|---|",
  ...rows.map(line),
]

function line({ peer, measured, problem }: PeerRow): string {
  const start = `| ${peer.name} | ${peer.package} ${peer.version} |`
  if (!measured) return `${start} could not be measured: ${problem} | | | | | | | |`
  const { explained, others } = failuresByCause(measured.results, peer)
  const counts = culprits.map((by) => explained.filter((cause) => cause.by === by).length)
  const { failed, warned, passed, skipped } = measured
  return `${start} ${[failed, ...counts, others.length, warned, passed, skipped].join(" | ")} |`
}

const notExamined = (rows: readonly PeerRow[]): string[] =>
  rows.flatMap(({ peer, measured }) => {
    const { others } = failuresByCause(measured?.results ?? [], peer)
    return others.map(({ id, title }: Outcome) => `- \`${id}\` with ${peer.name}: ${title}`)
  })

function about({ peer }: PeerRow): string {
  const skips = Object.entries(peer.skip ?? {}).map(
    ([id, reason]) => ` Skipped: \`${id}\`, because ${reason}.`,
  )
  return `- ${peer.name}: ${peer.package} ${peer.version} of ${peer.from}, on ${peer.store}. ${peer.note}${skips.join("")}`
}
