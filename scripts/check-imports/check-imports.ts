import { checkCycles } from "./check-cycles.ts"
import { checkEdges } from "./check-edges.ts"
import { checkReach } from "./check-reach.ts"
import { checkTestImports } from "./check-test-imports.ts"
import { readPackages, readSourceGraph } from "./source-graph.ts"
import type { Violation } from "./violation.ts"

/**
 * All violations of the import rules in a repository: forbidden imports of its packages, cycles, subpaths that reach too
 * far, and programs that import tests.
 */
export function checkImports(root: string): Violation[] {
  const packages = readPackages(root)
  const graph = readSourceGraph(root, packages)
  return [
    ...checkEdges(graph),
    ...checkCycles(graph),
    ...checkReach(packages, graph),
    ...checkTestImports(root),
  ]
}
