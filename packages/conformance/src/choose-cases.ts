import type { AnyCase } from "./case.ts"
import { choose, createRandom } from "./random.ts"
import type { Settled, SharedOptions } from "./run-options.ts"

/** What a run chooses its cases from. */
export type CaseList<One> = {
  readonly cases: readonly One[]
  /** How many cases of these topics run at quick effort. */
  readonly sampled: Readonly<Record<string, number>>
}

/** The cases of a run. */
export type ChosenCases<One> = {
  readonly list: readonly One[]
  /** How many further cases quick effort leaves out. */
  readonly leftOut: number
  /** The ids of the cases that `only` leaves out although they check clauses of the chosen ones. */
  readonly related: readonly string[]
}

/** The cases that the options select. Throws for a name that matches no case. */
export function chosenCases<One extends AnyCase>(
  { cases, sampled }: CaseList<One>,
  { only, skip = {}, module, effort, seed }: Settled<SharedOptions>,
): ChosenCases<One> {
  const skips = Array.isArray(skip) ? (skip as readonly string[]) : Object.keys(skip)
  const fits = ({ id }: AnyCase, name: string) => id === name || id.startsWith(`${name}/`)
  for (const name of [...(only ?? []), ...skips])
    if (!cases.some((testCase) => fits(testCase, name)))
      throw new RangeError(`There is no case or topic "${name}": see the ids in \`cases\`.`)
  if (only) {
    const list = cases.filter((testCase) => only.some((name) => fits(testCase, name)))
    return { list, leftOut: 0, related: findRelated(cases, list) }
  }
  const possible = cases.filter(({ processes }) => !processes || module !== undefined)
  const list = effort === "quick" ? quickSample(possible, seed, sampled) : possible
  return { list, leftOut: possible.length - list.length, related: [] }
}

/** The ids of the other cases that check the same clauses. */
function findRelated(cases: readonly AnyCase[], list: readonly AnyCase[]): string[] {
  const chosen = new Set(list)
  const clauses = new Set(list.map(({ clause }) => clause))
  const isRelated = ({ clause, also = [] }: AnyCase) => [clause, ...also].some((name) => clauses.has(name))
  return cases.filter((testCase) => !chosen.has(testCase) && isRelated(testCase)).map(({ id }) => id)
}

// Each of these topics repeats one race, or one burst of calls, for every operation or kind of row, and most of what one of
// its cases finds is also found by another case. The numbers are those of the cases that run at quick effort. Cases that
// need no chance always run, so that what they find does not depend on the seed.
export const sampledTopics: Readonly<Record<string, number>> = {
  bursts: 1,
  "concurrent-lookups": 3,
  "fresh-reads": 4,
  lives: 1,
  "late-writes": 8,
  "lookups-during": 17,
  "lost-writes": 5,
  "many-rows": 2,
  "separate-results": 4,
  spellings: 2,
  "under-load": 1,
}

/** Cases of these topics that always run, because they make the calls of several others, or are the only ones to make theirs. */
const always: ReadonlySet<string> = new Set([
  "fresh-reads/rows-of-a-user",
  "fresh-reads/rows-of-a-deleted-user",
  // The only long list.
  "many-rows/passkeys",
])

/** The cases of quick effort: some of each topic that repeats one idea, chosen by the seed, and all other cases. */
export function quickSample<One extends AnyCase>(
  list: readonly One[],
  seed: number,
  sampled: CaseList<One>["sampled"] = sampledTopics,
): readonly One[] {
  const leftOut = new Set<One>()
  for (const [topic, count] of Object.entries(sampled)) {
    const ofTopic = list.filter(({ id }) => id.startsWith(`${topic}/`) && !always.has(id))
    const kept = choose(ofTopic, count, createRandom(seed, topic))
    for (const testCase of ofTopic) if (!kept.includes(testCase)) leftOut.add(testCase)
  }
  return list.filter((testCase) => !leftOut.has(testCase))
}
