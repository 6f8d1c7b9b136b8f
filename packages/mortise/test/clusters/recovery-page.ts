import { readFile, writeFile } from "node:fs/promises"
import { operationNames } from "../../src/contract/operation-names.ts"
import type { FailoverReport } from "./failovers.ts"

export const page = new URL("../../../../docs/guarantees.md", import.meta.url)
const data = new URL("./recovery.json", import.meta.url)

const begin = "<!-- npm run cluster -- … --failovers 20 --write: begin -->\n"
const end = "<!-- end -->"

type Reports = Readonly<Record<string, FailoverReport>>

const titles: Readonly<Record<string, string>> = {
  postgres: "PostgreSQL, quorum commit",
  "postgres-asynchronous": "PostgreSQL, asynchronous",
  patroni: "PostgreSQL, Patroni",
  galera: "Galera",
  "redis-sentinel": "Redis Sentinel",
  "redis-cluster": "Redis Cluster",
}

/** The tables of the page: what the failovers of each topology broke, and when each operation succeeded again. */
function recoveryTables(reports: Reports): string {
  const names = Object.keys(titles).filter((name) => reports[name])
  const count = (name: string, check: string) => reports[name]?.findings[check] ?? 0
  const losses = names.map((name) => {
    const { failovers = 0, calls = 0, slowestMs = 0, findings = {} } = reports[name] ?? {}
    const [lost, undone] = [count(name, "lost"), count(name, "undone") + count(name, "revoked_session")]
    const all = Object.values(findings).reduce((sum, each) => sum + each, 0)
    const others = all - lost - undone - count(name, "used_twice")
    return `| ${titles[name]} | ${failovers} | ${calls} | ${lost} | ${undone} | ${count(name, "used_twice")} | ${others} | ${(slowestMs / 1000).toFixed(1)} s |`
  })
  const rows = operationNames.map((operation) => {
    const cells = names.map((name) => {
      const { median = Number.NaN, longest = Number.NaN } = reports[name]?.recovery[operation] ?? {}
      return `${median.toFixed(1)} / ${longest.toFixed(1)} s`
    })
    return `| \`${operation}\` | ${cells.join(" | ")} |`
  })
  return [
    "| topology | failovers | calls | lost | undone | used twice | other findings | slowest call |",
    "|---|---|---|---|---|---|---|---|",
    ...losses,
    "",
    `| first success after the death of the node: median / longest | ${names.map((name) => titles[name]).join(" | ")} |`,
    `|---|${names.map(() => "---|").join("")}`,
    ...rows,
    "",
  ].join("\n")
}

/** The page with these tables. */
export function withTables(text: string, reports: Reports): string {
  const [before = "", rest = ""] = text.split(begin)
  return `${before}${begin}\n${recoveryTables(reports)}\n${end}${rest.split(end).slice(1).join(end)}`
}

export const readReports = async (): Promise<Reports> => JSON.parse(await readFile(data, "utf8"))

/** Stores the report of a topology, and writes the tables of the page again. */
export async function writeRecovery(name: string, report: FailoverReport): Promise<void> {
  const reports = { ...(await readReports().catch(() => ({}))), [name]: report }
  await writeFile(data, `${JSON.stringify(reports, null, 2)}\n`)
  await writeFile(page, withTables(await readFile(page, "utf8"), reports))
}
