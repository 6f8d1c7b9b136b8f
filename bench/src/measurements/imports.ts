import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { median } from "../median.ts"
import type { Settings } from "../settings.ts"
import type { Table } from "../table.ts"

const run = promisify(execFile)

const empty = "./empty.mjs"
const ours = ["", "/memory", "/libsql", "/pg", "/postgres", "/mysql2", "/mariadb", "/migrate", "/auth"].map(
  (path) => `mortise${path}`,
)
const theirs = ["pg", "drizzle", "kysely", "typeorm", "sequelize", "prisma", "unstorage"].map(
  (name) => `@auth/${name}-adapter`,
)

/** How long a process takes that only imports a module. */
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
  return [
    {
      name: "imports",
      title: "Import time",
      about: `A new process that imports one module and ends, as a ratio to one that imports an empty module, and the milliseconds that the import itself takes more than that of an empty module; medians of ${rounds} rounds.`,
      columns: ["module", "process", "import, ms more"],
      rows: [...ours, ...theirs].map((name) => [
        name,
        of(name, "whole") / of(empty, "whole"),
        of(name, "alone") - of(empty, "alone"),
      ]),
    },
  ]
}

const script = fileURLToPath(new URL("import-one.mjs", import.meta.url))

async function timeOf(name: string): Promise<{ whole: number; alone: number }> {
  const from = performance.now()
  const { stdout } = await run(process.execPath, [script, name], {
    // Loaders of this process would be loaded by that one too.
    env: { PATH: process.env["PATH"] ?? "" },
  })
  return { whole: performance.now() - from, alone: Number(stdout) }
}
