import { checkCycles } from "./check-cycles.ts"
import { checkEdges } from "./check-edges.ts"
import { checkReach } from "./check-reach.ts"
import { readPackages, readSourceGraph } from "./source-graph.ts"
import type { Violation } from "./violation.ts"

/** All violations of the import rules in the packages of `root`: forbidden imports, cycles, and subpaths that reach too far. */
export function checkImports(root: string): Violation[] {
  const packages = readPackages(root)
  const graph = readSourceGraph(root, packages)
  return [...checkEdges(graph), ...checkCycles(graph), ...checkReach(packages, graph)]
}
