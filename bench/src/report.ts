import type { EngineResult, Standing } from "./rounds.ts"

export type Report = {
  readonly machine: string
  readonly node: string
  readonly versions: Readonly<Record<string, string>>
  readonly rounds: number
  readonly engines: EngineResult[]
}

/** The tables of a report; rates are ratios to the limit in the same run, never times of their own. */
export function toMarkdown({ machine, node, versions, rounds, engines }: Report): string {
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  return [
    "# Benchmarks",
    "",
    `Each figure is the rate of calls as a ratio to hand-written code on the same client, in the same round; the median of ${rounds} rounds in random order. More is faster; 1.00 is the limit. In brackets: p99 latency and processor time per call, both as ratios to the limit (less is better).`,
    "",
    `Made on ${machine}, Node ${node}, with ${named.join(", ")}.`,
    ...engines.flatMap(engineTable),
    "",
  ].join("\n")
}

function engineTable({ engine, about, results }: EngineResult): string[] {
  const names = results[0]?.standings.map(({ contestant }) => contestant) ?? []
  const rows = results.map(({ workload, callers, standings }) => {
    const limit = standings[0] as Standing
    return `| ${workload}, ${callers} ${callers === 1 ? "caller" : "callers"} | ${standings.map((standing) => cell(standing, limit)).join(" | ")} |`
  })
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
  ]
}

const cell = ({ ratio, p99, cpu }: Standing, limit: Standing): string =>
  `${ratio.toFixed(2)} (${(p99 / limit.p99).toFixed(1)}, ${(cpu / limit.cpu).toFixed(1)})`
