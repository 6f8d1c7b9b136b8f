import { readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { createRandom } from "../../src/conformance/random.ts"
import { sourceFiles } from "../source/source-files.ts"
import { checkTypes } from "./check-types.ts"
import { findMutants, type Mutant } from "./find-mutants.ts"
import type { MutatedFolder } from "./folders.ts"

/** Every mutant of a part of src, whether it compiles or not. */
export function allMutants(root: string, { folder, without = [] }: MutatedFolder): Mutant[] {
  const files = sourceFiles(join(root, folder), ".ts").map((file) =>
    relative(root, file).replaceAll("\\", "/"),
  )
  return files
    .filter((file) => !without.some((path) => file === path || file.startsWith(`${path}/`)))
    .flatMap((file) => findMutants(file, readFileSync(join(root, file), "utf8")))
}

/** A random choice among the mutants that compile; the same for the same seed. */
export function chooseMutants(
  workspace: string,
  mutants: readonly Mutant[],
  { seed, count, folder }: { readonly seed: number; readonly count: number; readonly folder: string },
): Mutant[] {
  const shuffled = shuffle(mutants, createRandom(seed, folder))
  const chosen: Mutant[] = []
  // About half of the mutants compile.
  for (let at = 0; at < shuffled.length && chosen.length < count; at += count * 3)
    chosen.push(...checkTypes(workspace, shuffled.slice(at, at + count * 3)))
  return chosen.slice(0, count)
}

function shuffle<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((item) => ({ item, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}
