import {
  type Cell,
  hasRun,
  isGreen,
  type Missing,
  type ResultRow,
  type Results,
  type RuntimeName,
} from "./results.ts"

/** The columns of the table. */
export const columns: Readonly<Record<RuntimeName, string>> = {
  "node-20": "Node 20",
  "node-22": "Node 22",
  "node-24": "Node 24",
  bun: "Bun",
  deno: "Deno",
  workerd: "workerd",
}
const runtimes = Object.keys(columns) as RuntimeName[]

/** Numbers the notes of the page. Equal notes have one number. */
function createNotes() {
  const notes: string[] = []
  return {
    mark(note: string): string {
      if (!notes.includes(note)) notes.push(note)
      return `<sup>${notes.indexOf(note) + 1}</sup>`
    },
    lines: () => notes.map((note, nth) => `${nth + 1}. ${note}`),
  }
}

type Notes = ReturnType<typeof createNotes>

/** The page docs/runtimes.md. */
export function toPage(results: Results): string {
  const notes = createNotes()
  const table = [
    `| adapter | client | store | ${runtimes.map((name) => columns[name]).join(" | ")} |`,
    `|---|---|---|${"---|".repeat(runtimes.length)}`,
    ...results.rows.map((row) => line(row, notes)),
  ]
  return [
    ...introduction(results),
    ...table,
    "",
    ...notes.lines(),
    "",
    ...ending,
    "",
    ...provenance(results),
  ].join("\n")
}

/** What the table says, in a sentence. */
function summary({ rows }: Results): string {
  const cells = rows.flatMap((row) => runtimes.map((name) => row.cells[name])).filter(hasRun)
  const green = cells.filter(isGreen).length
  const passed = green === cells.length ? `each of the ${green}` : `${green} of the ${cells.length}`
  return `In ${passed} combinations of client and runtime in which the [conformance suite](conformance.md) ran, no case failed.`
}

const introduction = (results: Results): string[] => [
  "# Runtimes",
  "",
  "<!-- Search: runtimes, Deno, Bun, Node 20, workerd, which runtime, does it work in Bun, does it work in Deno, edge runtime support, which Node versions, serverless runtime, does it run on Vercel, edge functions, Node 22, Node 24 -->",
  "",
  `${summary(results)} A cell shows how many cases **passed / failed / were skipped**; — means that the client does not work in the runtime, and the note says why.`,
  "",
]

const provenance = (results: Results): string[] => [
  "## How this was measured",
  "",
  "The suite ran at quick effort, on the built packages. `npm run runtimes` in a clone writes this page and [its data](runtimes.json), and fails if a case fails; `npm run runtimes -- bun pg` runs only the named runtimes and clients. Do not edit it by hand.",
  "",
  `Versions, ${results.date}: ${[...runtimeVersions(results), ...serverVersions(results)].join(", ")}.`,
  "",
]

const runtimeVersions = ({ rows }: Results): string[] =>
  runtimes.map((name) => {
    const versions = new Set(rows.flatMap(({ cells }) => cells[name]?.runtime ?? []))
    return `${columns[name].replace(/ \d+$/, "")} ${[...versions].join(" and ")}`
  })

const serverVersions = ({ servers }: Results): string[] =>
  Object.entries(servers).map(([name, version]) => `${name} ${version}`)

function line({ entry, client, version, store, cells }: ResultRow, notes: Notes): string {
  const shown = runtimes.map((name) => cellOf(cells[name], columns[name], cells, notes))
  return `| \`${entry}\` | ${client}${version ? ` ${version}` : ""} | ${store} | ${shown.join(" | ")} |`
}

function cellOf(cell: Cell | undefined, column: string, cells: ResultRow["cells"], notes: Notes): string {
  if (!cell) return "not run"
  if (!hasRun(cell)) return `—${notes.mark(noteOf(cell, column, cells))}`
  const skipped = Object.entries(cell.skipped)
  const counts = `${cell.passed} / ${cell.failed.length} / ${skipped.length}`
  const mark = skipped.length > 0 ? notes.mark(skipNote(skipped)) : ""
  return `${isGreen(cell) ? counts : `**${counts}**${notes.mark(cell.failed.join("; "))}`}${mark}`
}

function noteOf({ reason, error }: Missing, column: string, cells: ResultRow["cells"]): string {
  if (error === undefined) return reason
  const same = runtimes.filter((name) => {
    const other = cells[name]
    return other && !hasRun(other) && other.reason === reason && other.error === error
  })
  const where = same.length > 1 ? same.map((name) => columns[name]).join(", ") : column
  return `${where}: ${reason || "it cannot be opened."} The error: \`${error.replaceAll("`", "'")}\``
}

function skipNote(skipped: readonly (readonly [string, string])[]): string {
  const reasons = [...new Set(skipped.map(([, reason]) => reason))]
  return `${skipped.map(([id]) => `\`${id}\``).join(", ")}: ${reasons.join("; ")}.`
}

const ending: readonly string[] = [
  "## What is real and what is emulated",
  "",
  "- PostgreSQL, MariaDB, Redis and the libSQL server are real servers on the same machine. MySQL itself is [not in this table](clients/mysql2.md).",
  "- **workerd** runs in miniflare, which emulates D1 and runs Durable Objects on its own disk. Workers are bundled by wrangler, with `nodejs_compat`. Nothing was run at Cloudflare, whose limits on connections, memory and processor time do not apply here.",
  "- **Neon** over HTTP is an endpoint of the tests that speaks Neon's protocol in front of PostgreSQL. Over a WebSocket it is a proxy to PostgreSQL. Nothing was run at Neon.",
  "- **Upstash** is an endpoint of the tests that speaks its REST protocol in front of Redis. Nothing was run at Upstash.",
  "- **Deno** runs with all permissions: clients read variables and files, and some load native modules.",
]
