import { execFile } from "node:child_process"
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { median } from "../median.ts"
import type { Settings } from "../settings.ts"
import type { Table } from "../table.ts"

const run = promisify(execFile)

const empty = "./empty.mjs"
const { exports } = createRequire(import.meta.url)("mortise/package.json") as {
  readonly exports: Readonly<Record<string, string>>
}
const sqlDrivers = Object.keys(exports).filter((subpath) => exports[subpath]?.includes("/sql/adapters/"))
const adapters = ["memory", ...sqlDrivers.map((subpath) => subpath.slice(2)), "http"]
const ours = ["mortise", ...[...adapters, "migrate", "auth", "server"].map((path) => `mortise/${path}`)]
const theirs = ["pg", "drizzle", "kysely", "typeorm", "sequelize", "prisma", "unstorage"].map(
  (name) => `@auth/${name}-adapter`,
)

/** How long it takes a process to import a module and exit. */
export async function imports({ rounds, progress }: Settings): Promise<Table[]> {
  const modules = [empty, ...ours, ...theirs]
  const times = new Map(modules.map((name) => [name, [] as { whole: number; alone: number }[]]))
  for (let round = 0; round <= rounds; round++) {
    progress(round * 10, rounds * 10, "imports")
    for (const name of modules) {
      const taken = await timeOf(name)
      // The first round fills the caches of the system.
      if (round > 0) times.get(name)?.push(taken)
    }
  }
  const of = (name: string, key: "whole" | "alone") =>
    median((times.get(name) ?? []).map((time) => time[key]))
  const processRatio = (name: string): number => {
    const ratio = of(name, "whole") / of(empty, "whole")
    if (ratio >= 1) return ratio
    throw new Error(`${name} was imported faster than an empty module: measure on a quiet machine.`)
  }
  const row = async (name: string) => [
    name,
    processRatio(name),
    of(name, "alone") - of(empty, "alone"),
    ours.includes(name) ? (await filesOf(import.meta.resolve(name))).size : "–",
  ]
  return [
    {
      name: "imports",
      title: "Import time",
      about:
        "The time of a new process that imports one module and exits, as a ratio to a process that imports an empty module; the milliseconds that the import takes more than the import of an empty module; and the number of files of ours that it loads.",
      columns: ["module", "process", "import, ms more", "files"],
      rows: await Promise.all([...ours, ...theirs].map(row)),
    },
  ]
}

const script = fileURLToPath(new URL("import-one.mjs", import.meta.url))

async function timeOf(name: string): Promise<{ whole: number; alone: number }> {
  const from = performance.now()
  const { stdout } = await run(process.execPath, [script, name], {
    // The loaders of this process must not be loaded by the other one.
    env: { PATH: process.env["PATH"] ?? "" },
  })
  return { whole: performance.now() - from, alone: Number(stdout) }
}

/** A built file and the files that it imports, directly or not. What is imported on demand is not counted. */
async function filesOf(url: string, found = new Set<string>()): Promise<Set<string>> {
  if (found.has(url)) return found
  found.add(url)
  const text = await readFile(new URL(url), "utf8")
  for (const [, path = ""] of text.matchAll(/^(?:import|export)\b[^;"]*"(\.[^"]+)"/gm))
    await filesOf(new URL(path, url).href, found)
  return found
}
