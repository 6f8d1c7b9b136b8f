import { posix } from "node:path"
import type { Edge } from "./source-graph.ts"

/** A broken rule. `file` is relative to packages. `message` names the place, the import and the fix. */
export type Violation = {
  readonly file: string
  readonly specifier: string | undefined
  readonly message: string
}

export function violation(broken: {
  file: string
  edge?: Pick<Edge, "specifier" | "line">
  advice: string
}): Violation {
  const { file, edge, advice } = broken
  const path = posix.join("packages", file)
  const place = edge
    ? `${path}:${edge.line} imports ${edge.specifier ? `"${edge.specifier}"` : "a computed name"}`
    : path
  return { file, specifier: edge?.specifier, message: `${place}: ${advice}` }
}
