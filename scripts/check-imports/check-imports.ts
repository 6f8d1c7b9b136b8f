import { checkCycles } from "./check-cycles.ts"
import { checkEdges } from "./check-edges.ts"
import { checkReach } from "./check-reach.ts"
import { readSourceGraph } from "./source-graph.ts"
import type { Violation } from "./violation.ts"

/** Every import below `root`/src that the house rules forbid, and every cycle. */
export function checkImports(root: string): Violation[] {
  const graph = readSourceGraph(root)
  return [...checkEdges(graph), ...checkCycles(graph), ...checkReach(root, graph)]
}
