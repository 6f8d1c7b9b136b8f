import type { Case } from "./case.ts"
import { cases } from "./cases/index.ts"
import { quickSample } from "./quick-sample.ts"
import type { RunOptions, Settled } from "./run-options.ts"

/** The cases of a run. */
export type ChosenCases = {
  readonly list: readonly Case[]
  /** How many further cases quick effort leaves out. */
  readonly leftOut: number
}

/** The cases that the options select. Throws for a name that matches no case. */
export function chosenCases({ only, skip = {}, module, effort, seed }: Settled<RunOptions>): ChosenCases {
  const skips = Array.isArray(skip) ? (skip as readonly string[]) : Object.keys(skip)
  const fits = ({ id }: Case, name: string) => id === name || id.startsWith(`${name}/`)
  for (const name of [...(only ?? []), ...skips])
    if (!cases.some((one) => fits(one, name)))
      throw new RangeError(`There is no case or topic "${name}": see the ids in \`cases\`.`)
  if (only) return { list: cases.filter((one) => only.some((name) => fits(one, name))), leftOut: 0 }
  const possible = cases.filter(({ processes }) => !processes || module !== undefined)
  const list = effort === "quick" ? quickSample(possible, seed) : possible
  return { list, leftOut: possible.length - list.length }
}
