import { parseSync, Visitor } from "oxc-parser"
import { lineAt } from "./line-at.ts"

/** One import of a module. */
export type ImportSite = {
  /** Undefined if the argument of an `import()` is computed. */
  readonly specifier: string | undefined
  readonly kind: "static" | "dynamic" | "type"
  readonly line: number
}

/** All imports of a module: `import`, `export … from`, `import()`, and every form of type import. */
export function readImports(file: string, text: string): ImportSite[] {
  const { program, errors } = parseSync(file, text)
  const problem = errors[0]
  if (problem) throw new Error(`${file} cannot be parsed: ${problem.message}`)
  const sites: ImportSite[] = []
  const add = (start: number, kind: ImportSite["kind"], specifier: string | undefined) =>
    sites.push({ specifier, kind, line: lineAt(text, start) })
  new Visitor({
    ImportDeclaration(node) {
      // Only `import type` counts as a type import: the compiler keeps `import { type T }` as `import {}`.
      add(node.start, node.importKind === "type" ? "type" : "static", node.source.value)
    },
    ExportNamedDeclaration(node) {
      if (node.source) add(node.start, node.exportKind === "type" ? "type" : "static", node.source.value)
    },
    ExportAllDeclaration(node) {
      add(node.start, node.exportKind === "type" ? "type" : "static", node.source.value)
    },
    ImportExpression(node) {
      const name = node.source.type === "Literal" ? node.source.value : undefined
      add(node.start, "dynamic", typeof name === "string" ? name : undefined)
    },
    TSImportType(node) {
      add(node.start, "type", node.source.value)
    },
  }).visit(program)
  return sites
}
