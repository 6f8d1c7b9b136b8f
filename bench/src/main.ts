import { existsSync } from "node:fs"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { cpus } from "node:os"
import { parseArgs } from "node:util"
import { engines, measurements } from "./choices.ts"
import { mergeSections, sectionsIn } from "./merge-sections.ts"
import { toSvg } from "./plot.ts"
import { finish, progress } from "./progress.ts"
import { type Report, sectionsOf, toMarkdown } from "./report.ts"
import { race } from "./rounds.ts"
import { workloads } from "./workloads.ts"

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "15" },
    population: { type: "string", default: "1000" },
    turn: { type: "string", default: "200" },
    rows: { type: "string", default: "100000" },
    json: { type: "boolean", default: false },
    write: { type: "string" },
  },
})

const chosen = positionals.length > 0 ? positionals : Object.keys(engines)
const names = [...Object.keys(engines), ...Object.keys(measurements)]
const unknown = chosen.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`Unknown section: ${unknown.join(", ")}. Choose from ${names.join(", ")}.\n`)
  process.exit(2)
}

if (!existsSync(new URL("../../packages/mortise/dist/index.js", import.meta.url))) {
  process.stderr.write("The built package is measured: run `npm run build` at the root first.\n")
  process.exit(1)
}

const settings = {
  rounds: Number(values.rounds),
  population: Number(values.population),
  turn: Number(values.turn),
  rows: Number(values.rows),
  progress,
}
const raced = []
const tables = []
for (const name of chosen) {
  const [engine, measurement] = [await engines[name]?.(), await measurements[name]?.()]
  if (engine) {
    const run = (engine.workloads ?? workloads).filter(({ name }) => engine.only?.includes(name) ?? true)
    raced.push(await race(engine, run, settings))
  }
  if (measurement) tables.push(...(await measurement(settings)))
}
finish()

const { dependencies } = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8")) as {
  dependencies: Record<string, string>
}
const { mortise: _, tsx: __, ...versions } = dependencies
const report: Report = {
  machine: `${cpus().length} cores (${process.arch})`,
  node: process.versions.node,
  versions,
  rounds: settings.rounds,
  engines: raced,
  tables,
}
const sections = sectionsOf(report)
if (values.write) {
  await mkdir(values.write, { recursive: true })
  const page = `${values.write}/README.md`
  const old = existsSync(page) ? sectionsIn(await readFile(page, "utf8")) : []
  await writeFile(page, toMarkdown(report, mergeSections(old, sections, Object.keys(engines))))
  for (const engine of raced) await writeFile(`${values.write}/${engine.engine}.svg`, toSvg(engine))
}
process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : toMarkdown(report, sections))
