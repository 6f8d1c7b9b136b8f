import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { importsOf } from "../source/imports-of.ts"
import { publicEntries } from "../source/public-entries.ts"

/** Modules that are bundled into one file. */
export type Layer = { readonly name: string; readonly files: ReadonlySet<string> }

const stores = ["memory", "ioredis", "redis"]
const drivers = {
  sqlite: ["better-sqlite3", "bun-sqlite", "libsql", "node-sqlite"],
  postgres: ["pg", "postgres", "pglite"],
  mysql: ["mysql2", "mariadb"],
}

// Every file that Node loads takes more than half a millisecond, so a driver should load few. A layer contains what its
// subpaths import from these folders of src, without what an earlier layer contains: what two stores share is in the
// core, and what two engines share is in sql, because a driver must not load the code of another.
const layers: readonly { name: string; subpaths: readonly string[]; folders: RegExp }[] = [
  {
    name: "core",
    subpaths: ["", ...stores, ...Object.values(drivers).flat()],
    folders: /^(shared|contract|operations)\//,
  },
  { name: "sql", subpaths: Object.values(drivers).flat(), folders: /^stores\/sql\/(?!engines\/)/ },
  ...Object.entries(drivers).map(([name, subpaths]) => ({ name, subpaths, folders: /^stores\/sql\// })),
]

/** The layers of the library. The public entries themselves belong to none: each is a file of its own. */
export function layersOf(folder: string): Layer[] {
  const src = join(folder, "src/")
  const entries = new Map(
    publicEntries(folder).map(({ subpath, source }) => [subpath.slice(2), join(folder, source)]),
  )
  const taken = new Set(entries.values())
  return layers.map(({ name, subpaths, folders }) => {
    const reached = reach(subpaths.map((subpath) => entries.get(subpath) ?? subpath))
    const own = [...reached].filter((file) => !taken.has(file) && folders.test(file.slice(src.length)))
    for (const file of own) taken.add(file)
    return { name, files: new Set(own) }
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
