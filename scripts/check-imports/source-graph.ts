import { readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { type ImportSite, importsOf } from "../source/imports-of.ts"
import { sourceFiles } from "../source/source-files.ts"

/** An import with the path, relative to src, that it leads to; packages and built-ins have none. */
export type Edge = ImportSite & {
  readonly target: string | undefined
}

/** Every file of src, by its path relative to src, with what it imports. */
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
