import { readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { type ImportSite, importsOf } from "../source/imports-of.ts"
import { sourceFiles } from "../source/source-files.ts"

/** An import with the path of the imported file, relative to src; undefined for packages and built-in modules. */
export type Edge = ImportSite & {
  readonly target: string | undefined
}

/** The imports of every file of src, by the path of the file relative to src. A style sheet has none. */
export type SourceGraph = ReadonlyMap<string, readonly Edge[]>

export function readSourceGraph(root: string): SourceGraph {
  const src = join(root, "src")
  const filesEndingIn = (ending: string) =>
    sourceFiles(src, ending).map((file) => posix.relative(src.replaceAll("\\", "/"), file))
  const edgesOf = (file: string): Edge[] =>
    importsOf(file, readFileSync(join(src, file), "utf8")).map((site) => ({
      ...site,
      target: targetOf(file, site),
    }))
  return new Map<string, readonly Edge[]>([
    ...[".ts", ".tsx"].flatMap(filesEndingIn).map((file) => [file, edgesOf(file)] as const),
    ...filesEndingIn(".css").map((file) => [file, []] as const),
  ])
}

function targetOf(file: string, { specifier }: ImportSite): string | undefined {
  return specifier?.startsWith(".") ? posix.join(posix.dirname(file), specifier) : undefined
}
