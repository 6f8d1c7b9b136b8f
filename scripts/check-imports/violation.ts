import type { Edge } from "./source-graph.ts"

/** A broken rule. `message` names the place, the import and the fix. */
export type Violation = {
  readonly file: string
  readonly specifier: string | undefined
  readonly message: string
}

export function violation(broken: { file: string; edge?: Edge; advice: string }): Violation {
  const { file, edge, advice } = broken
  const place = edge
    ? `packages/${file}:${edge.line} imports ${edge.specifier ? `"${edge.specifier}"` : "a computed name"}`
    : `packages/${file}`
  return { file, specifier: edge?.specifier, message: `${place}: ${advice}` }
}
