import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { importsOf } from "../source/imports-of.ts"
import { publicEntries } from "../source/public-entries.ts"

/** Modules that are bundled into one file. */
export type Layer = { readonly name: string; readonly files: ReadonlySet<string> }

// Every file that Node loads takes more than half a millisecond, so a driver should load few. A layer contains what its
// roots import, without what an earlier layer contains. A root is a file, or a subpath of package.json.
const roots: readonly { readonly name: string; readonly from: readonly string[] }[] = [
  { name: "core", from: [".", "src/operations/create-adapter.ts"] },
  { name: "sql", from: ["src/stores/sql/sql-adapter.ts"] },
  { name: "sqlite", from: ["./better-sqlite3", "./bun-sqlite", "./libsql", "./node-sqlite"] },
  { name: "postgres", from: ["./pg", "./postgres", "./pglite"] },
  { name: "mysql", from: ["./mysql2", "./mariadb"] },
]

/** The layers of the library. The public entries themselves belong to none: each is a file of its own. */
export function layersOf(folder: string): Layer[] {
  const entries = new Map(publicEntries(folder).map(({ subpath, source }) => [subpath, source]))
  const taken = new Set([...entries.values()].map((source) => join(folder, source)))
  return roots.map(({ name, from }) => {
    const files = reach(from.map((root) => join(folder, entries.get(root) ?? root)))
    const own = new Set([...files].filter((file) => !taken.has(file)))
    for (const file of own) taken.add(file)
    return { name, files: own }
  })
}

/** The files, and all that they import when they are loaded. */
function reach(files: readonly string[]): ReadonlySet<string> {
  const reached = new Set(files)
  for (const file of reached)
    for (const { specifier, kind } of importsOf(file, readFileSync(file, "utf8")))
      if (kind === "static" && specifier?.startsWith(".")) reached.add(resolve(file, "..", specifier))
  return reached
}
