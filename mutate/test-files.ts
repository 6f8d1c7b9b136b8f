import { existsSync, readFileSync } from "node:fs"
import { join, posix, relative } from "node:path"
import { readImports } from "../scripts/source/read-imports.ts"
import { sourceFiles } from "../scripts/source/source-files.ts"
import type { MutatedFolder } from "./folders.ts"

/** The test files for a part of the library. A folder's test files are the ones that `npm test` runs. */
export function testFiles(root: string, { tests, skip = [] }: MutatedFolder): string[] {
  const files = tests.flatMap((path) =>
    path.endsWith(".ts")
      ? [path]
      : sourceFiles(join(root, path), ".test.ts")
          .filter((file) => !/\.(wide|full)\.test\.ts$/.test(file))
          .map((file) => relative(root, file).replaceAll("\\", "/")),
  )
  return files.filter((file) => !skip.some((path) => file === path || file.startsWith(`${path}/`)))
}

/** The distance from a test file to each file that it imports, directly or not: 1 for a direct import. */
export function importDistances(root: string, test: string): Map<string, number> {
  const distances = new Map([[test, 0]])
  // A map yields the entries that are added while it is read.
  for (const [file, distance] of distances)
    for (const imported of importedBy(root, file))
      if (!distances.has(imported)) distances.set(imported, distance + 1)
  return distances
}

const importsByFile = new Map<string, string[]>()

function importedBy(root: string, file: string): string[] {
  const read = importsByFile.get(file)
  if (read) return read
  const imports = readImports(file, readFileSync(join(root, file), "utf8"))
    .filter(({ kind, specifier }) => kind !== "type" && specifier?.startsWith("."))
    .map(({ specifier = "" }) => posix.join(posix.dirname(file), specifier))
    .filter((path) => path.endsWith(".ts") && existsSync(join(root, path)))
  importsByFile.set(file, imports)
  return imports
}
