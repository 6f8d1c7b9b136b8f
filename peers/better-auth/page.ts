import type { Measured, Row } from "../measure-peers.ts"
import type { Culprit } from "./cause.ts"
import { failuresByCause } from "./causes.ts"
import { leftOut } from "./left-out.ts"
import type { Peer } from "./peer.ts"
import { betterAuthVersion } from "./registry.ts"

type PeerRow = Row<Peer>

/** When and on which servers the peers were measured. */
type Measurement = { readonly day: string; readonly servers: readonly string[] }

const culprits: readonly Culprit[] = ["adapter", "fallback", "Better Auth"]
const command = "npm ci --prefix peers/better-auth && npm run --prefix peers/better-auth measure"

/** The page with the results of every peer. */
export const page = (rows: readonly PeerRow[], { servers, day }: Measurement): string[] => [
  "# Conformance of Better Auth's adapters",
  "",
  `The results of \`@mortise/conformance/better-auth\` for database adapters and a secondary storage of Better Auth`,
  `${betterAuthVersion}, with the rounds of quick effort. Each has a new, empty store with the tables that it documents or`,
  "generates. A must is required by Better Auth's interface or for a safe sign-in. If one property makes several cases",
  "fail, they count as one cause. Each cause belongs to whoever can prevent it best. A failure whose",
  "cause nobody has looked at is counted as not examined:",
  "",
  "- the adapter, or the client that it uses;",
  "- the fallback: what Better Auth does for an adapter that lacks `consumeOne` or `incrementOne`;",
  "- Better Auth itself: its tables, its command line, or what it calls. An adapter may still prevent some of these.",
  "",
  "A race that fails is a real defect; a race that passes at quick effort may still fail at other times. Cases that need",
  "several processes are not part of this measurement.",
  "",
  ...table(rows),
  "",
  `Measured on ${day} with Node ${process.versions.node}, ${servers.join(" and ")}. The MariaDB databases`,
  `have the collation that Debian configures, utf8mb4_general_ci. Repeat it with \`${command}\`.`,
  "",
  "## Not measured",
  "",
  ...leftOut.map(({ package: name, reason }) => `- ${name}: ${reason}`),
  ...rows.flatMap(details),
  "",
]

const table = (rows: readonly PeerRow[]): string[] => [
  "| adapter | store | failed musts | causes: adapter | fallback | Better Auth | not examined | warnings | passed | skipped |",
  "|---|---|---|---|---|---|---|---|---|---|",
  ...rows.map(line),
]

function line({ peer, measured, problem }: PeerRow): string {
  const start = `| [${peer.package}](#${peer.name}) ${peer.version} | ${peer.store} |`
  if (!measured) return `${start} could not be measured: ${problem} | | | | | | | |`
  const { explained, others } = failuresByCause(measured.results, peer)
  const counts = culprits.map((by) => explained.filter((cause) => cause.by === by).length)
  const { failed, warned, passed, skipped } = measured
  return `${start} ${[failed, ...counts, others.length, warned, passed, skipped].join(" | ")} |`
}

/** The section of a peer: what was measured, and the musts that failed. */
function details({ peer, measured }: PeerRow): string[] {
  const about = `${peer.package} ${peer.version} of ${peer.from}, on ${peer.store}. ${peer.note}`
  const skips = Object.entries(peer.skip ?? {}).map(
    ([id, reason]) => `\nSkipped: ${code({ id })}, because ${reason}.`,
  )
  const found = measured ? [...failures({ peer, measured }), ...warnings(measured)] : []
  return ["", `## ${peer.name}`, "", about, "", ...found, ...skips]
}

function failures({ peer, measured }: Pick<PeerRow, "peer"> & { measured: Measured }) {
  const { explained, others } = failuresByCause(measured.results, peer)
  if (explained.length + others.length === 0) return ["Every must holds."]
  return [
    ...explained.map(
      ({ by, title, seen, failures }) => `- ${title} (${by}). ${seen} ${failures.map(code).join(", ")}`,
    ),
    ...(others.length > 0 ? [`- Not examined: ${others.map(code).join(", ")}`] : []),
  ]
}

/** What should hold but does not. */
const warnings = ({ results }: Measured): string[] => {
  const warned = results.filter(({ status }) => status === "warned")
  return warned.length > 0
    ? ["", "Warnings:", "", ...warned.map((each) => `- ${each.title}. ${code(each)}`)]
    : []
}

const code = ({ id }: { id: string }): string => `\`${id}\``
