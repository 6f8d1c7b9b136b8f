import type { SourceGraph } from "./source-graph.ts"
import { type Violation, violation } from "./violation.ts"

/** Reports each import cycle once, type imports included. Such files should be one file, or share a third. */
export function checkCycles(graph: SourceGraph): Violation[] {
  const cleared = new Set<string>()
  const reported = new Set<string>()
  const cycles: string[][] = []

  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file)
    if (start >= 0) {
      const cycle = path.slice(start)
      const name = [...cycle].sort().join()
      if (!reported.has(name)) cycles.push(cycle)
      reported.add(name)
      return
    }
    if (cleared.has(file)) return
    for (const { target } of graph.get(file) ?? [])
      if (target !== undefined && graph.has(target)) visit(target, [...path, file])
    cleared.add(file)
  }

  for (const file of graph.keys()) visit(file, [])
  return cycles.map((cycle) =>
    violation({
      file: cycle[0] as string,
      advice: `These files import each other in a cycle: ${[...cycle, cycle[0]].join(" → ")}. Move what both need into a separate file.`,
    }),
  )
}
