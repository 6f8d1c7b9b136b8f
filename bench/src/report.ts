import type { EngineResult, Standing } from "./rounds.ts"
import { type Table, tableLines } from "./table.ts"

export type Report = {
  readonly machine: string
  readonly node: string
  readonly versions: Readonly<Record<string, string>>
  readonly rounds: number
  readonly engines: readonly EngineResult[]
  readonly tables: readonly Table[]
}

/** The tables of a report; rates are ratios to the limit in the same run, never times of their own. */
export function toMarkdown({ machine, node, versions, rounds, engines, tables }: Report): string {
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  return [
    "# Benchmarks",
    "",
    "Made by `npm run build && npm ci --prefix bench && npm run --prefix bench bench -- --write ../docs/benchmarks` and the names of what is to be measured. What the conformance suite finds in the same adapters is on [a page of its own](peers-on-servers.md).",
    "",
    `Made on ${machine}, Node ${node}, with ${named.join(", ")}.`,
    ...(engines.length > 0 ? ["", howToRead(rounds)] : []),
    ...engines.flatMap(engineLines),
    ...tables.flatMap(tableLines),
    "",
  ].join("\n")
}

const howToRead = (rounds: number): string =>
  `Each figure of an operation is the rate of calls as a ratio to hand-written code on the same client, in the same round; the median of ${rounds} rounds in random order. Ours runs in the process of its limit where they share a client, everybody else in one of their own, each warm for two seconds before. More is faster; 1.00 is the limit. In brackets: p99 latency and processor time per call, both as ratios to the limit (less is better). A dash stands where there is nothing to measure, for the reason below the table.`

function engineLines({ engine, about, results }: EngineResult): string[] {
  const names = results[0]?.standings.map(({ contestant }) => contestant) ?? []
  const rows = results.map(
    ({ workload, callers, standings }) =>
      `| ${workload}, ${callers} ${callers === 1 ? "caller" : "callers"} | ${standings.map(cell).join(" | ")} |`,
  )
  return [
    "",
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
  ]
}

/** Each reason once, with the operations that it is the reason for. */
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
