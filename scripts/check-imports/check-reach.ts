import { type PublicEntry, publicEntries } from "../source/public-entries.ts"
import { matchPath } from "./path-pattern.ts"
import type { SourceGraph } from "./source-graph.ts"
import { type Violation, violation } from "./violation.ts"

/** Follows each subpath of package.json through all imports: it may reach its own store and driver only. */
export function checkReach(root: string, graph: SourceGraph): Violation[] {
  return publicEntries(root).flatMap((entry) => {
    const start = entry.source.replace(/^src\//, "")
    if (!graph.has(start))
      return [
        violation({
          file: start,
          advice: `package.json exports it as "${entry.specifier}", but there is no such file.`,
        }),
      ]
    return [...pathsFrom(start, graph)].flatMap(([file, path]) => foreign(entry, start, file, path))
  })
}

function foreign(entry: PublicEntry, start: string, file: string, path: readonly string[]): Violation[] {
  for (const kind of ["stores/{store}/", "stores/{store}/drivers/{driver}"]) {
    const reached = matchPath(kind, file)
    const own = matchPath(kind, start)
    if (!reached || JSON.stringify(reached) === JSON.stringify(own)) continue
    const what = reached.driver === undefined ? `the store ${reached.store}` : `the driver ${reached.driver}`
    const advice = `"${entry.specifier}" reaches ${what} through ${path.join(" → ")}. A subpath loads its own store and driver only: cut the first import that leads away.`
    return [violation({ file, advice })]
  }
  return []
}

/** Each reachable file with the shortest way to it. */
function pathsFrom(start: string, graph: SourceGraph): ReadonlyMap<string, readonly string[]> {
  const paths = new Map<string, readonly string[]>([[start, [start]]])
  for (const [file, path] of paths)
    for (const { target } of graph.get(file) ?? [])
      if (target !== undefined && graph.has(target) && !paths.has(target))
        paths.set(target, [...path, target])
  return paths
}
