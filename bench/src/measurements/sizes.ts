import { execFile } from "node:child_process"
import { readdir, readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { Table } from "../table.ts"

const run = promisify(execFile)
const library = fileURLToPath(new URL("../../../packages/mortise", import.meta.url))
const modules = fileURLToPath(new URL("../../node_modules", import.meta.url))

const adapters: readonly (readonly [adapter: string, library: string])[] = [
  ["@auth/pg-adapter", ""],
  ["@auth/drizzle-adapter", "drizzle-orm"],
  ["@auth/kysely-adapter", "kysely"],
  ["@auth/typeorm-adapter", "typeorm"],
  ["@auth/sequelize-adapter", "sequelize"],
  ["@auth/prisma-adapter", "@prisma/client"],
  ["better-auth", ""],
]

/** The size of each package in node_modules. Database drivers are left out, because every adapter needs one. */
export async function sizes(): Promise<Table[]> {
  const rows: (string | number)[][] = [await ours()]
  for (const [adapter, library] of adapters) {
    const found = await closure([adapter, ...(library ? [library] : [])])
    const bytes = (await Promise.all([...found].map((name) => sizeOf(join(modules, name))))).reduce(sum, 0)
    rows.push([library ? `${adapter} with ${library}` : adapter, found.size, kilobytes(bytes)])
  }
  return [
    {
      name: "sizes",
      title: "Install size",
      about:
        "The unpacked size of the package with its dependencies and the library that it requires, without database drivers.",
      columns: ["installed", "packages", "kB"],
      rows,
    },
  ]
}

async function ours(): Promise<(string | number)[]> {
  const { stdout } = await run("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: library })
  const [{ unpackedSize }] = JSON.parse(stdout) as [{ unpackedSize: number }]
  return ["mortise", 1, kilobytes(unpackedSize)]
}

/** A package and all its dependencies. */
async function closure(names: readonly string[], found = new Set<string>()): Promise<Set<string>> {
  for (const name of names) {
    if (found.has(name)) continue
    const file = await readFile(join(modules, name, "package.json"), "utf8").catch(() => undefined)
    // Optional packages for other platforms are not installed.
    if (!file) continue
    found.add(name)
    const { dependencies = {} } = JSON.parse(file) as { dependencies?: Record<string, string> }
    await closure(Object.keys(dependencies), found)
  }
  return found
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true })
  const each = entries.map(async (entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sizeOf(path)
    return entry.isFile() ? (await stat(path)).size : 0
  })
  return (await Promise.all(each)).reduce(sum, 0)
}

const sum = (a: number, b: number): number => a + b
const kilobytes = (bytes: number): number => Math.round(bytes / 1000)
