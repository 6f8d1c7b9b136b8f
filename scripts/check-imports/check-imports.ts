import { checkCycles } from "./check-cycles.ts"
import { checkEdges } from "./check-edges.ts"
import { checkReach } from "./check-reach.ts"
import { readSourceGraph } from "./source-graph.ts"
import type { Violation } from "./violation.ts"

/** All violations of the import rules in `root`/src: forbidden imports, cycles, and subpaths that reach too far. */
export function checkImports(root: string): Violation[] {
  const graph = readSourceGraph(root)
  return [...checkEdges(graph), ...checkCycles(graph), ...checkReach(root, graph)]
}
