import { fillPattern, matchPath } from "./path-pattern.ts"
import { type FolderRule, folderRules, moduleAllowances } from "./rules.ts"
import type { Edge, SourceGraph } from "./source-graph.ts"
import { type Violation, violation } from "./violation.ts"

/** Checks every import against the rules. */
export function checkEdges(graph: SourceGraph): Violation[] {
  return [...graph].flatMap(([file, edges]) => {
    const rule = folderRules.find(({ folder }) => matchPath(folder, file))
    if (!rule)
      return [
        violation({
          file,
          advice: "No rule covers this file: move it into a folder of scripts/check-imports/rules.ts.",
        }),
      ]
    return edges.flatMap((edge) => {
      const advice =
        edge.target === undefined
          ? refuseModule(file, edge)
          : refuseFile(file, edge.target, edge, rule, graph)
      return advice === undefined ? [] : [violation({ file, edge, advice })]
    })
  })
}

function refuseModule(file: string, { specifier }: Edge): string | undefined {
  const allowed = moduleAllowances.find(({ from }) => matchPath(from, file))?.modules ?? []
  if (allowed.includes("*")) return undefined
  if (specifier === undefined) return "An import() of a computed name cannot be checked: write the name out."
  const packageName = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/")
  if (allowed.includes(packageName)) return undefined
  return "No package and no built-in module may be imported here: take the client as an argument and describe its type by shape."
}

function refuseFile(
  file: string,
  target: string,
  edge: Edge,
  rule: FolderRule,
  graph: SourceGraph,
): string | undefined {
  if (!graph.has(target)) return "There is no such file in src: name it exactly, with its .ts ending."
  const names = matchPath(rule.folder, file) ?? {}
  if (!lastMatch(rule.mayImport, names, target)) return rule.advice
  const isOutside = rule.lazily && ![rule.folder, "shared/"].some((folder) => matchPath(folder, target))
  return isOutside && edge.kind === "static" ? rule.advice : undefined
}

function lastMatch(
  patterns: readonly string[],
  names: Readonly<Record<string, string>>,
  target: string,
): boolean {
  const winner = patterns.findLast((pattern) =>
    matchPath(fillPattern(pattern.replace(/^!/, ""), names), target),
  )
  return winner !== undefined && !winner.startsWith("!")
}
