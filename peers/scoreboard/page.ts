import { type Harm, harms } from "../../packages/conformance/src/engine/harm.ts"
import { harmWords, nameHarm, titleHarm } from "./harm-words.ts"
import type { Entry, LibraryFacts, MeasuredEntry, Scoreboard, Size, Speed } from "./scoreboard.ts"

/** The page that summarises a scoreboard. */
export function page(scoreboard: Scoreboard): string {
  const { libraries, entries, seeds } = scoreboard
  const sections = Object.entries(libraries).flatMap(([name, facts]) =>
    section(
      facts,
      entries.filter(({ library }) => library === name),
    ),
  )
  return [
    "# How adapters keep the contract",
    "",
    "<!-- Search: scoreboard, compare adapters, official adapters, adapter bugs, @auth/pg-adapter, which adapter is best, is the official adapter broken, bugs in the Drizzle adapter, bugs in the Prisma adapter, compare Prisma and Drizzle adapter, compare with the official adapters, problems of the official Drizzle adapter, benchmark of adapters, is it faster than the official adapter, why not @auth/prisma-adapter, alternatives, comparison -->",
    "",
    "See which rules of safe sign-in each adapter of Auth.js and Better Auth breaks, and what that costs its users. `npm run scoreboard` measures every adapter that installs, each on a new, empty store with the tables that it documents or generates. Columns begin with the worst harm. [scoreboard.json](scoreboard.json) has each finding's expected and received values, cause, harm and the command that repeats it.",
    ...sections,
    "",
    ...columns(seeds.length),
    "",
    ...measuredWith(entries),
    "",
    "[peers/README.md](../peers/README.md) says how adapters are set up, how to repeat a finding, and how to add an adapter with a file of ten lines.",
    "",
  ].join("\n")
}

const columns = (runs: number): string[] => [
  "## What the columns mean",
  "",
  "- The first six columns count the musts that fail, by what their failure shows, worst first. A must is required by the library's contract, by its real client, or for safe sign-in. Failures of rules that an adapter should or may keep are not counted.",
  ...harms.map((harm) => `  - **${titleHarm(harm)}**: ${harmWords[harm]}.`),
  `- A failure is **broken** if it needs no race and is there in all of ${runs} runs: another machine gives the same verdict. It is a **race** if concurrent calls cause it, and **sometimes** there if timing decides otherwise. scoreboard.json says which, and in how many runs.`,
  "- **Not seen**: musts about concurrent calls that did not fail, and how many races were started. A race that was not seen may still be there.",
  "- **Causes**: the reasons of all failures. Several cases may fail for one reason.",
  "- **Speed**: session lookups per second of one caller, as a multiple of Mortise's adapter on the same kind of store, in turns of 0.2 seconds in one process, while other programs ran, or a dash where Mortise was not measured on it. It shows the order of magnitude; [the benchmarks](../bench/results/README.md) measure more exactly, in other settings.",
  "- **Size**: what an application imports, minified and compressed, without its library, the clients and Node's modules.",
]

function section({ title, leftOut }: LibraryFacts, entries: readonly Entry[]): string[] {
  const rows = [...entries].sort(
    (a, b) => compareStores(storeOf(a), storeOf(b)) || compareHarms(a, b) || causesOf(a) - causesOf(b),
  )
  return [
    "",
    `## Adapters of ${title}`,
    "",
    `| adapter | package | ${[...harms.map(nameHarm), "causes", "not seen", "speed", "size"].join(" | ")} |`,
    `|${"---|".repeat(harms.length + 6)}`,
    ...rows.map(line),
    "",
    "Not measured:",
    "",
    ...leftOut.map(({ package: name, reason }) => `- ${name}: ${reason}`),
  ]
}

/** The stores that most people have come first. */
const usualStores = ["postgres", "mariadb", "sqlite"]

function compareStores(a: string, b: string): number {
  const rank = (store: string): number =>
    usualStores.includes(store) ? usualStores.indexOf(store) : usualStores.length
  return rank(a) - rank(b) || a.localeCompare(b, "en")
}

const storeOf = (entry: Entry): string => (entry.problem === undefined ? entry.store : "")
const causesOf = (entry: Entry): number => (entry.problem === undefined ? entry.counts.causes : 0)

const countOf = (entry: Entry, harm: Harm): number =>
  entry.problem === undefined ? entry.counts.harms[harm] : 0

/** The worst harm that differs decides. */
function compareHarms(a: Entry, b: Entry): number {
  const harm = harms.find((harm) => countOf(a, harm) !== countOf(b, harm))
  return harm ? countOf(a, harm) - countOf(b, harm) : 0
}

function line(entry: Entry): string {
  if (entry.problem !== undefined)
    return `| ${entry.name} | could not be measured: ${entry.problem} |${" |".repeat(harms.length + 4)}`
  const { racesNotSeen, rounds, causes } = entry.counts
  const measures = [
    ...harms.map((harm) => countOf(entry, harm)),
    causes,
    `${racesNotSeen} (${rounds} rounds)`,
    entry.from === "this project" ? "1 ×" : speedText(entry.speed),
    sizeText(entry.size),
  ]
  return `| ${entry.name} | ${entry.package} ${entry.version} | ${measures.join(" | ")} |`
}

const speedText = (speed: Speed): string => (speed.ratio === undefined ? "–" : `${speed.ratio} ×`)

const sizeText = (size: Size): string =>
  size.gzipped === undefined ? size.reason : `${(size.gzipped / 1000).toFixed(1)} kB`

function measuredWith(entries: readonly Entry[]): string[] {
  const unique = (values: readonly string[]) => [...new Set(values)].sort()
  const isMeasured = (entry: Entry): entry is MeasuredEntry => entry.problem === undefined
  const days = unique(entries.map(({ measured }) => measured.slice(0, 10)))
  const suites = unique(entries.map(({ suite }) => `@mortise/conformance ${suite}`))
  const nodes = unique(entries.map(({ node }) => `Node ${node}`))
  const servers = unique(entries.filter(isMeasured).flatMap(({ server }) => server ?? []))
  const day = days.length > 1 ? `${days[0]} to ${days.at(-1)}` : (days[0] ?? "")
  return [`Measured on ${day} with ${[...suites, ...nodes, ...servers].join(", ")}.`]
}
