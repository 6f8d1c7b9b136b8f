import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { installPinned } from "../packages/workshop/src/runtimes/install.ts"
import { setup as ensureBuild } from "../scripts/build/ensure-build.ts"
import { measure, problemOf, shown } from "./measure.ts"
import { toPage } from "./page.ts"
import { openPlaces } from "./places.ts"
import { type Row, rows } from "./registry.ts"
import { type Cell, type ResultRow, type Results, type RuntimeName, runtimeNames } from "./results.ts"
import { packageVersion, runtimeVersion, serverVersions } from "./versions.ts"

const fileAt = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const [page, data] = [fileAt("../docs/runtimes.md"), fileAt("../docs/runtimes.json")]

const names = process.argv.slice(2)
const unknown = names.filter(
  (name) => !(runtimeNames as readonly string[]).includes(name) && !rows.some((row) => row.name === name),
)
if (unknown.length > 0)
  throw new Error(
    `Unknown: ${unknown.join(", ")}. Name runtimes (${runtimeNames.join(", ")}) or clients (${rows.map(({ name }) => name).join(", ")}), or nothing for all.`,
  )
await installPinned(fileAt("."), "the clients; about 10 s")
ensureBuild()

/** The names of a list that the command line chose: all, if it names none of them. */
function chosen<Name extends string>(all: readonly Name[]): readonly Name[] {
  const named = all.filter((name) => names.includes(name))
  return named.length > 0 ? named : all
}

const old: Results | undefined = existsSync(data) ? JSON.parse(readFileSync(data, "utf8")) : undefined
const runtimes = chosen(runtimeNames)
const versions = new Map<RuntimeName, string>()
for (const name of runtimes) versions.set(name, await runtimeVersion(name))
const servers = await serverVersions()
const places = openPlaces()
const measured = new Map<string, Partial<Record<RuntimeName, Cell>>>()
const problems: string[] = []
const wanted = chosen(rows.map(({ name }) => name))
for (const row of rows.filter(({ name }) => wanted.includes(name))) {
  const cells: Partial<Record<RuntimeName, Cell>> = {}
  measured.set(row.name, cells)
  for (const runtime of runtimes) {
    const began = performance.now()
    const cell = await measure(row, runtime, versions.get(runtime) ?? "", await places.open(row.place))
    cells[runtime] = cell
    const problem = problemOf(row, runtime, cell)
    if (problem) problems.push(`${row.name} in ${runtime}: ${problem}`)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    process.stderr.write(`${problem ? "✗" : "✓"} ${row.name} in ${runtime}, ${seconds} s: ${shown(cell)}\n`)
  }
  save(servers)
}
await places.close()
process.stderr.write(`Written to ${page}\n`)
for (const problem of problems) process.stderr.write(`✗ ${problem}\n`)
process.exit(problems.length > 0 ? 1 : 0)

/** Writes the page after each row, so that a run that is stopped keeps what it measured. */
function save(servers: Results["servers"]): void {
  const date = new Date().toISOString().slice(0, 10)
  const results: Results = { date, servers, rows: rows.map(resultOf) }
  writeFileSync(data, `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(page, toPage(results))
}

function resultOf(row: Row): ResultRow {
  const { name, entry, store } = row
  const before = old?.rows.find((each) => each.name === name)
  const cells = { ...before?.cells, ...measured.get(name) }
  const version = row.package === undefined ? null : packageVersion(row.package)
  return { name, entry, client: row.title ?? row.package ?? name, version, store, cells }
}
