import type { AnyCase } from "./case.ts"
import { choose, createRandom } from "./case-tools/random.ts"
import type { Settled, SharedOptions } from "./run-options.ts"

/** What a run chooses its cases from. */
export type CaseList<One> = {
  readonly cases: readonly One[]
  /** How many cases of these topics run at quick effort. */
  readonly sampled?: Readonly<Record<string, number>>
  /** Cases of these topics that always run. */
  readonly always?: ReadonlySet<string>
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
  { cases, ...samples }: CaseList<One>,
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
  const list = effort === "quick" ? quickSample({ cases: possible, ...samples }, seed) : possible
  return { list, leftOut: possible.length - list.length, related: [] }
}

/** The ids of the other cases that check the same clauses. */
function findRelated(cases: readonly AnyCase[], list: readonly AnyCase[]): string[] {
  const chosen = new Set(list)
  const clauses = new Set(list.map(({ clause }) => clause))
  const isRelated = ({ clause, also = [] }: AnyCase) => [clause, ...also].some((name) => clauses.has(name))
  return cases.filter((testCase) => !chosen.has(testCase) && isRelated(testCase)).map(({ id }) => id)
}

/** The cases of quick effort: some of each topic that repeats one idea, chosen by the seed, and all other cases. */
export function quickSample<One extends AnyCase>(
  { cases, sampled = {}, always }: CaseList<One>,
  seed: number,
): readonly One[] {
  const leftOut = new Set<One>()
  for (const [topic, count] of Object.entries(sampled)) {
    const candidates = cases.filter(({ id }) => id.startsWith(`${topic}/`) && !always?.has(id))
    const kept = choose(candidates, count, createRandom(seed, topic))
    for (const testCase of candidates) if (!kept.includes(testCase)) leftOut.add(testCase)
  }
  return cases.filter((testCase) => !leftOut.has(testCase))
}
