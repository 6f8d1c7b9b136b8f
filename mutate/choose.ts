import { readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { createRandom } from "../packages/conformance/src/engine/case-tools/random.ts"
import { sourceFiles } from "../scripts/source/source-files.ts"
import { checkTypes } from "./check-types.ts"
import { findMutants, type Mutant } from "./find-mutants.ts"
import type { MutatedFolder } from "./folders.ts"

/** Every mutant of a part of the library, whether it compiles or not. */
export function allMutants(root: string, { folder, without = [] }: MutatedFolder): Mutant[] {
  const files = sourceFiles(join(root, folder), ".ts").map((file) =>
    relative(root, file).replaceAll("\\", "/"),
  )
  return files
    .filter((file) => !without.some((path) => file === path || file.startsWith(`${path}/`)))
    .flatMap((file) => findMutants(file, readFileSync(join(root, file), "utf8")))
}

/**
 * A random choice among the mutants that compile. The rank of a mutant depends only on its name and the seed, so a
 * change elsewhere in the library leaves most of the choice as it was.
 */
export function chooseMutants(
  workspace: string,
  mutants: readonly Mutant[],
  { seed, count }: { readonly seed: number; readonly count: number },
): Mutant[] {
  const ranked = mutants
    .map((mutant) => ({ mutant, rank: createRandom(seed, mutant.name)() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ mutant }) => mutant)
  const chosen: Mutant[] = []
  // About half of the mutants compile.
  for (let at = 0; at < ranked.length && chosen.length < count; at += count * 3)
    chosen.push(...checkTypes(workspace, ranked.slice(at, at + count * 3)))
  return chosen.slice(0, count)
}
