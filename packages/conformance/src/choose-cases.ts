import type { Case } from "./case.ts"
import { cases } from "./cases/index.ts"
import { choose, createRandom } from "./random.ts"
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

// Each of these topics repeats one idea for every operation, kind of row or class of values, and most of what one of its
// cases finds is also found by another case. The numbers are those of the cases that run at quick effort.
export const sampledTopics: Readonly<Record<string, number>> = {
  arguments: 7,
  bursts: 1,
  "clock-changes": 1,
  "concurrent-lookups": 3,
  "exact-keys": 30,
  "fresh-reads": 4,
  lives: 1,
  "late-writes": 8,
  "lookups-during": 17,
  "lost-writes": 5,
  "many-rows": 2,
  "separate-results": 4,
  spellings: 2,
  "under-load": 1,
  untouched: 2,
}

/** Cases of these topics that always run, because they make the calls of several others. */
const always: ReadonlySet<string> = new Set([
  "fresh-reads/rows-of-a-user",
  "fresh-reads/rows-of-a-deleted-user",
])

/** The cases of quick effort: some of each topic that repeats one idea, chosen by the seed, and all other cases. */
export function quickSample(list: readonly Case[], seed: number): readonly Case[] {
  const leftOut = new Set<Case>()
  for (const [topic, count] of Object.entries(sampledTopics)) {
    const ofTopic = list.filter(({ id }) => id.startsWith(`${topic}/`) && !always.has(id))
    const kept = choose(ofTopic, count, createRandom(seed, topic))
    for (const one of ofTopic) if (!kept.includes(one)) leftOut.add(one)
  }
  return list.filter((one) => !leftOut.has(one))
}
