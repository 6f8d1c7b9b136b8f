import { openingLines } from "./opening.ts"
import type { EngineResult, Standing } from "./rounds.ts"
import { type Section, type Table, tableLines } from "./table.ts"

export type Report = {
  readonly machine: string
  readonly node: string
  readonly versions: Readonly<Record<string, string>>
  readonly rounds: number
  readonly engines: readonly EngineResult[]
  readonly tables: readonly Table[]
}

/** The heading of the last section, which says how the others were measured. */
export const provenance = "How this was measured"

/** The page with these sections. Rates are ratios within one run, never absolute times. */
export function toMarkdown({ versions }: Report, sections: readonly Section[]): string {
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  const top = ["# Benchmarks", "", ...openingLines(sections), howToRead, "", ""].join("\n")
  const end = [
    `## ${provenance}`,
    "",
    "`npm run build && npm ci --prefix bench && npm run --prefix bench bench -- --write results`, followed by the names of the sections to measure, writes this page; the other sections stay as they are. The results of the conformance suite for the same adapters are on [the scoreboard](../../docs/peers.md).",
    "",
    `Packages: ${named.join(", ")}.`,
    "",
  ].join("\n")
  return `${top}${sections.map(({ text }) => text).join("\n")}\n${end}`
}

const howToRead =
  "Each figure of an operation is the rate of calls as a ratio to hand-written code on the same client in the same round: the median of all rounds, each in random order. Higher is faster; 1.00 is the hand-written code, in the columns named limit. An adapter of ours runs in the same process as its limit where they share a client; every other contestant runs in a process of its own. Each is warmed up for two seconds first. In brackets: p99 latency and processor time per call, both as ratios to the limit (lower is better). A dash means that there is no figure, for the reason below the table. Sections were measured on different machines: compare the figures of one section."

/** What this run measured, one section each. */
export function sectionsOf({ machine, node, rounds, engines, tables }: Report): Section[] {
  const measuredWith = (node: string) => `Measured on ${machine}, Node ${node}, ${rounds} rounds.`
  return [
    ...engines.map((result) => ({
      title: result.engine,
      text: engineLines(result, measuredWith(result.node)).join("\n"),
    })),
    ...tables.map((table) => ({
      title: table.title,
      text: tableLines(table, measuredWith(node)).join("\n"),
    })),
  ]
}

function engineLines({ engine, about, results }: EngineResult, measured: string): string[] {
  const names = results[0]?.standings.map(({ contestant }) => contestant) ?? []
  const rows = results.map(
    ({ workload, callers, standings }) =>
      `| ${workload}, ${callers} ${callers === 1 ? "caller" : "callers"} | ${standings.map(cell).join(" | ")} |`,
  )
  return [
    `## ${engine}`,
    "",
    about,
    "",
    `![Rates on ${engine}](${engine}.svg)`,
    "",
    `| operation | ${names.join(" | ")} |`,
    `|---|${names.map(() => "---").join("|")}|`,
    ...rows,
    ...notes(results),
    "",
    measured,
    "",
  ]
}

/** Each reason once, with the operations that it applies to. */
function notes(results: EngineResult["results"]): string[] {
  const reasons = new Map<string, Set<string>>()
  for (const { workload, standings } of results)
    for (const { contestant, note } of standings) {
      const reason = `${contestant}: ${note}`
      if (note) reasons.set(reason, (reasons.get(reason) ?? new Set()).add(workload))
    }
  const lines = [...reasons].map(([reason, operations]) => `- ${reason} (${[...operations].join(", ")})`)
  return lines.length > 0 ? ["", ...lines] : []
}

const cell = ({ figures }: Standing): string =>
  figures
    ? `${figures.ratio.toFixed(2)} (${figures.p99Ratio.toFixed(1)}, ${figures.cpuRatio.toFixed(1)})`
    : "–"
