import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { ormNames } from "../../packages/mortise/src/cli/drivers/orms.ts"
import { driversOn, onEveryEngine } from "../source/drivers.ts"
import { publicEntries } from "../source/public-entries.ts"
import { readImports } from "../source/read-imports.ts"

/** Modules that are bundled into one file. */
export type Layer = { readonly name: string; readonly files: ReadonlySet<string> }

const drivers = { sqlite: driversOn("sqlite"), postgres: driversOn("postgres"), mysql: driversOn("mysql") }

/** The subpaths of each store. Every other subpath is a part of its own. */
const stores = {
  memory: ["memory"],
  redis: driversOn("redis"),
  sql: [
    ...Object.values(drivers).flat(),
    ...onEveryEngine,
    ...ormNames,
    "migrate",
    "generate",
    "row-level-security",
    "better-auth",
    "better-auth/migrate",
  ],
}

/**
 * The layers of the library. Every file that Node loads takes more than half a millisecond, so a driver should load
 * few, and no code of another store or engine. So what a store shares with any other part is in the core, what the
 * drivers of two engines share is in sql, and the rest of a driver is in its engine. What two drivers of Redis share is
 * in redis. The public entries belong to no layer: each is a separate file.
 */
export function buildLayers(folder: string): Layer[] {
  const entries = new Map(
    publicEntries(folder).map(({ subpath, source }) => [subpath.slice(2), join(folder, source)]),
  )
  const findReach = (subpaths: readonly string[]) =>
    reach(subpaths.map((subpath) => entries.get(subpath) ?? subpath))
  const inStore = new Set(Object.values(stores).flat())
  const others = [...entries.keys()].filter((subpath) => !inStore.has(subpath))
  const ofStores = Object.values(stores).map(findReach)
  const ofEngines = Object.values(drivers).map(findReach)
  const core = sharedBy([...ofStores, ...others.map((subpath) => findReach([subpath]))])
  const candidates = [
    { name: "core", files: core.filter((file) => ofStores.some((files) => files.has(file))) },
    { name: "sql", files: sharedBy(ofEngines) },
    ...Object.keys(drivers).map((name, index) => ({ name, files: [...(ofEngines[index] ?? [])] })),
    { name: "redis", files: sharedBy(stores.redis.map((driver) => findReach([driver]))) },
  ]
  const taken = new Set(entries.values())
  return candidates.map(({ name, files }) => {
    const ownFiles = new Set(files.filter((file) => !taken.has(file)))
    for (const file of ownFiles) taken.add(file)
    return { name, files: ownFiles }
  })
}

/** The files that are in at least two of the sets. */
const sharedBy = (sets: readonly ReadonlySet<string>[]): string[] =>
  [...new Set(sets.flatMap((set) => [...set]))].filter(
    (file) => sets.filter((set) => set.has(file)).length > 1,
  )

/** The files, and all that they import when they are loaded. */
function reach(files: readonly string[]): ReadonlySet<string> {
  const reached = new Set(files)
  for (const file of reached)
    for (const { specifier, kind } of readImports(file, readFileSync(file, "utf8")))
      if (kind === "static" && specifier?.startsWith(".")) reached.add(resolve(file, "..", specifier))
  return reached
}
