import { readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { type ImportSite, importsOf } from "../source/imports-of.ts"
import { sourceFiles } from "../source/source-files.ts"

/** An import with the path of the imported file, relative to src; undefined for packages and built-in modules. */
export type Edge = ImportSite & {
  readonly target: string | undefined
}

/** The imports of every file of src, by the path of the file relative to src. */
export type SourceGraph = ReadonlyMap<string, readonly Edge[]>

export function readSourceGraph(root: string): SourceGraph {
  const src = join(root, "src")
  const files = sourceFiles(src, ".ts").map((file) => posix.relative(src.replaceAll("\\", "/"), file))
  return new Map(
    files.map((file) => [
      file,
      importsOf(file, readFileSync(join(src, file), "utf8")).map((site) => ({
        ...site,
        target: targetOf(file, site),
      })),
    ]),
  )
}

function targetOf(file: string, { specifier }: ImportSite): string | undefined {
  return specifier?.startsWith(".") ? posix.join(posix.dirname(file), specifier) : undefined
}
