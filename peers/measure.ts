import { execFile } from "node:child_process"
import { writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { leftOut, type Peer, peers } from "./registry.ts"

type Outcome = { id: string; level: string; title: string; status: string; reason?: string }
type Measured = { passed: number; failed: number; warned: number; skipped: number; results: Outcome[] }
type Row = { peer: Peer; measured: Measured }

const run = promisify(execFile)
const page = fileURLToPath(new URL("../docs/peers.md", import.meta.url))
const one = fileURLToPath(new URL("./measure-one.ts", import.meta.url))

async function measure({ name }: Peer): Promise<Measured> {
  const { stdout } = await run(process.execPath, ["--import", "tsx", one, name], { maxBuffer: 1e8 })
  return JSON.parse(stdout) as Measured
}

/** The operations that an adapter lacks, as the suite gave them for reasons not to ask. */
const lacking = ({ results }: Measured): string[] => {
  const named = results.map(({ reason }) => /^the adapter has no (?!extra )(.+)$/.exec(reason ?? "")?.[1])
  return [...new Set(named.flatMap((names) => names?.split(", ") ?? []))].sort()
}

const table = (rows: readonly Row[]): string[] => [
  "| adapter | on | musts that fail | shoulds and mays that do not hold | passed | not asked |",
  "|---|---|---|---|---|---|",
  ...rows.map(({ peer, measured: { failed, warned, passed, skipped } }) => {
    const adapter = `[${peer.package}](#${peer.name}) ${peer.version}`
    return `| ${adapter} | ${peer.store} | ${failed} | ${warned} | ${passed} | ${skipped} |`
  }),
]

const details = ({ peer, measured }: Row): string[] => {
  const failed = measured.results.filter(({ status }) => status === "failed")
  const lacks = lacking(measured)
  const without = lacks.length > 0 ? ` It lacks ${lacks.join(", ")}.` : ""
  return [
    "",
    `## ${peer.name}`,
    "",
    `${peer.package} ${peer.version} on ${peer.store}. ${peer.note}${without}`,
    "",
    ...(failed.length === 0 ? ["Every must holds."] : failed.map(({ id, title }) => `- \`${id}\`: ${title}`)),
  ]
}

const rows: Row[] = []
for (const [nth, peer] of peers.entries()) {
  process.stderr.write(`${nth + 1} of ${peers.length}: ${peer.package}\n`)
  rows.push({ peer, measured: await measure(peer) })
}
rows.sort((a, b) => a.measured.failed - b.measured.failed)

await writeFile(
  page,
  [
    "# The official adapters, measured",
    "",
    "What the conformance suite finds, at quick effort, in each official Auth.js adapter that runs without a server",
    "of its own, with its documented schema. A must is what the contract says, what the real client needs, or what",
    "makes sign-in unsafe; below the table, each adapter has the musts that failed. A race that fails is real, one",
    "that passes at quick effort may still be lost. Made by `npm ci --prefix peers && npm run --prefix peers measure`.",
    "",
    ...table(rows),
    "",
    "Left out:",
    "",
    ...leftOut.map(({ package: name, reason }) => `- ${name}: ${reason}`),
    ...rows.flatMap(details),
    "",
  ].join("\n"),
)
process.stderr.write(`Written to ${page}\n`)
