import { readdirSync } from "node:fs"
import type { Mutant } from "./mutant.ts"

export type { Mutant } from "./mutant.ts"

const files = readdirSync(new URL(".", import.meta.url)).filter((file) => file !== "index.ts")
const modules: Record<string, unknown>[] = await Promise.all(
  files.sort().map((file) => import(new URL(file, import.meta.url).href)),
)

/** Every known defect, each as an adapter that has only this defect: all lists of this folder whose name ends in Mutants. */
export const mutants: readonly Mutant[] = modules
  .flatMap((exported) => Object.entries(exported))
  .flatMap(([name, list]) => (name.endsWith("Mutants") ? (list as Mutant[]) : []))
