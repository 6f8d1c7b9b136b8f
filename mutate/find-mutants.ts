import { type Node, parseSync, visitorKeys } from "oxc-parser"
import { lineAt } from "../scripts/source/line-at.ts"
import type { Change } from "./change.ts"
import { literalChanges } from "./literal-changes.ts"
import { operatorChanges } from "./operator-changes.ts"
import { statementChanges } from "./statement-changes.ts"

/** A file of the library with one change. */
export type Mutant = {
  /** File, declaration and change. Does not depend on line numbers, so that it names the same mutant later. */
  readonly name: string
  readonly file: string
  readonly line: number
  readonly text: string
}

/** Every mutant of a file, in the order of its text. */
export function findMutants(file: string, text: string): Mutant[] {
  const seen = new Map<string, number>()
  const mutants: Mutant[] = []
  walk(parseSync(file, text).program, [], (node, ancestors) => {
    const changes = [
      ...operatorChanges(node, text),
      ...statementChanges(node, text),
      ...literalChanges(node, ancestors, text),
    ]
    for (const change of changes) {
      const described = describe(file, [...ancestors, node], change)
      const count = (seen.get(described) ?? 0) + 1
      seen.set(described, count)
      mutants.push({
        name: count === 1 ? described : `${described} (${count})`,
        file,
        line: lineAt(text, change.start),
        text: text.slice(0, change.start) + change.replacement + text.slice(change.end),
      })
    }
  })
  return mutants
}

const withTypes = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"])
const modules = new Set(["ImportDeclaration", "ExportAllDeclaration"])

/** Visits a node and everything below it except types and the names of modules. */
function walk(
  node: Node,
  ancestors: readonly Node[],
  visit: (node: Node, ancestors: readonly Node[]) => void,
) {
  if (modules.has(node.type) || (node.type.startsWith("TS") && !withTypes.has(node.type))) return
  visit(node, ancestors)
  const below = [...ancestors, node]
  for (const key of visitorKeys[node.type] ?? []) {
    const value = (node as unknown as Record<string, Node | readonly (Node | null)[] | null>)[key]
    for (const child of [value].flat()) if (child) walk(child, below, visit)
  }
}

function describe(file: string, path: readonly Node[], { kind, before, after }: Change): string {
  const place = path.map(declaredName).filter(Boolean).join(".") || "module"
  return `${file} ${place}: ${kind}: ${short(before)} → ${short(after)}`
}

function declaredName(node: Node): string {
  if (node.type === "FunctionDeclaration" && node.id) return node.id.name
  if (node.type === "VariableDeclarator" && node.id.type === "Identifier") return node.id.name
  return node.type === "Property" && node.key.type === "Identifier" ? node.key.name : ""
}

const maxLength = 90

/** A text on one line. A long text is reduced to its start and end, where most changes differ. */
function short(text: string): string {
  const line = text.replace(/\s+/g, " ")
  return line.length <= maxLength ? line : `${line.slice(0, maxLength / 2)}…${line.slice(-maxLength / 2)}`
}
