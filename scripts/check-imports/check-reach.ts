import { posix } from "node:path"
import { matchPath } from "./path-pattern.ts"
import type { SourceGraph, WorkspacePackage } from "./source-graph.ts"
import { type Violation, violation } from "./violation.ts"

/** Follows all imports of each public entry: it may reach only its own store and driver. */
export function checkReach(packages: readonly WorkspacePackage[], graph: SourceGraph): Violation[] {
  const entries = packages.flatMap(({ folder, entries }) => entries.map((entry) => ({ folder, ...entry })))
  return entries.flatMap(({ folder, source, specifier }) => {
    const start = posix.join(folder, source)
    if (!graph.has(start))
      return [
        violation({
          file: start,
          advice: `package.json exports it as "${specifier}", but there is no such file.`,
        }),
      ]
    const reached = new Map<string, Violation>()
    for (const [file, path] of pathsFrom(start, graph)) {
      const what = foreignPart(start, file)
      const advice = `"${specifier}" reaches ${what} through ${path.join(" → ")}. A subpath loads its own store and driver only: cut the first import that leads away.`
      if (what !== undefined && !reached.has(what)) reached.set(what, violation({ file, advice }))
    }
    return [...reached.values()]
  })
}

/** The store or driver of a file, if the entry belongs to another one or to none. */
function foreignPart(entry: string, file: string): string | undefined {
  const [entryParts, fileParts] = [matchParts(entry), matchParts(file)]
  // The database of Better Auth stands on the engine room of SQL, and recognizes the client of every driver.
  if (matchPath("mortise/src/better-auth/", entry) && matchPath("mortise/src/sql/", file)) return undefined
  if (fileParts["store"] !== undefined && fileParts["store"] !== entryParts["store"])
    return `the store ${fileParts["store"]}`
  // An ORM reaches the drivers of the clients that it wraps, and Neon's pool is pg's.
  if (entryParts["driver"] === "neon" && fileParts["driver"] === "pg") return undefined
  const ownDriver = entryParts["orm"] === undefined ? entryParts["driver"] : fileParts["driver"]
  if (fileParts["driver"] !== undefined && fileParts["driver"] !== ownDriver)
    return `the driver ${fileParts["driver"]}`
  return undefined
}

const matchParts = (file: string): Readonly<Record<string, string>> => ({
  ...matchPath("mortise/src/stores/{store}/", file),
  // The engine room belongs to the SQL store, as far as others are concerned.
  ...(matchPath("mortise/src/sql/", file) && { store: "sql" }),
  ...matchPath("mortise/src/sql/drivers/{driver}/", file),
  ...matchPath("mortise/src/stores/{store}/adapters/{driver}-adapter.ts", file),
  ...matchPath("mortise/src/stores/{store}/drivers/{driver}", file),
  ...matchPath("mortise/src/stores/{store}/orms/{orm}/", file),
})

/** Each reachable file with the shortest path of imports to it. */
function pathsFrom(start: string, graph: SourceGraph): ReadonlyMap<string, readonly string[]> {
  const paths = new Map<string, readonly string[]>([[start, [start]]])
  for (const [file, path] of paths)
    for (const { target } of graph.get(file) ?? [])
      if (target !== undefined && graph.has(target) && !paths.has(target))
        paths.set(target, [...path, target])
  return paths
}
