import { fillPattern, matchPath } from "./path-pattern.ts"
import type { FolderRule } from "./rule.ts"
import { folderRules, moduleAllowances, packageRules } from "./rules.ts"
import { type Edge, type SourceGraph, toPackageFolder } from "./source-graph.ts"
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
      const advice = adviceFor(file, edge, rule, graph)
      return advice === undefined ? [] : [violation({ file, edge, advice })]
    })
  })
}

/** What to do about an import that the rules do not allow. */
function adviceFor(file: string, edge: Edge, rule: FolderRule, graph: SourceGraph): string | undefined {
  if (edge.package === undefined) return adviceForModule(file, edge)
  const isByPath = edge.specifier?.startsWith(".")
  const isInPackages = !edge.target?.startsWith("../")
  if (isByPath && isInPackages && !graph.has(edge.target ?? ""))
    return "There is no such file in the src folder of a package: write its exact path, with the .ts ending."
  if (edge.package !== toPackageFolder(file)) return adviceForPackage(file, edge)
  if (!isByPath) return "A package imports its own files by path, so that the build finds them."
  return adviceForFile(file, edge, rule)
}

function adviceForModule(file: string, { specifier }: Edge): string | undefined {
  const allowed = moduleAllowances.find(({ from }) => matchPath(from, file))?.modules ?? []
  if (allowed.includes("*")) return undefined
  if (specifier === undefined) return "An import() of a computed name cannot be checked: write the name out."
  const packageName = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/")
  if (allowed.includes(packageName)) return undefined
  return "No package and no built-in module may be imported here: take the client as an argument and describe its type by shape."
}

/** The advice for an import of another workspace package. */
function adviceForPackage(
  file: string,
  { specifier = "", kind, target, package: targetPackage }: Edge,
): string | undefined {
  const rule = packageRules.find(({ folder }) => folder === toPackageFolder(file))
  if (!rule) return "No rule covers this package: add it to scripts/check-imports/rules.ts."
  const { byPath = [], mayImport, advice } = rule
  if (specifier.startsWith(".")) {
    const isShared = byPath.some(
      ({ from, to, typesOnly }) =>
        matchPath(from, file) && matchPath(to, target ?? "") && (!typesOnly || kind === "type"),
    )
    return isShared ? undefined : advice
  }
  if (!mayImport.includes(targetPackage ?? "")) return advice
  return target === undefined
    ? `"${specifier}" is not in "exports" of packages/${targetPackage}/package.json. ${advice}`
    : undefined
}

function adviceForFile(file: string, { kind, target = "" }: Edge, rule: FolderRule): string | undefined {
  const names = matchPath(rule.folder, file) ?? {}
  if (!lastMatch(rule.mayImport, names, target)) return rule.advice
  const isLazy = rule.eagerly && !lastMatch(rule.eagerly, names, target)
  return isLazy && kind === "static" ? rule.advice : undefined
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
