// Watches rows while they change. Lookups start shortly before, during and after the change. A lookup that ends before
// the change starts must return the old row, a lookup that starts after the change has completed must return the new
// one, and a lookup in between must return one of both: never a mixture, never half a row, never nothing. If a second
// change follows, a lookup may return any state from the start of the lookup to its end, and no other. Lookups that start
// the moment the change completes, while earlier ones are still in flight, find adapters that share one lookup between
// callers. Lookups at the end find caches that an earlier lookup filled too late.

import { times } from "../../../../../engine/case-tools/race-helpers.ts"
import { hasFields, sameValue } from "../../../../../engine/case-tools/same-value.ts"
import type { Effort } from "../../../../../engine/run-options.ts"
import type { CaseContext, NewCase } from "../../../case.ts"
import type { Fields, Lookup, Row } from "../../row.ts"

/** The rows that exist before the first change and after each change, and the changes, which follow each other. */
export type Scenario = {
  readonly states: readonly (readonly Row[])[]
  readonly changes: readonly (() => Promise<unknown>)[]
  /** Fields of new rows that the adapter replaces with values of its own. */
  readonly replaced?: readonly string[]
}

type About = Omit<NewCase, "level" | "run" | "harm"> & {
  readonly harm?: string
  prepare(t: CaseContext): Promise<readonly Scenario[]>
}

// Pairs of rounds: one in turns, one in milliseconds. Quick effort runs a random pair, full effort all of them.
const rounds = times(8, (index) => [2 * index, 2 * index + 1])

/** A case about lookups that run while the rows they look for are changed. */
export const watchedCase = ({ prepare, ...about }: About): NewCase => ({
  harm: "A page that loads during the change signs the user out or shows an error.",
  fix: "Change a row with one statement, read it with one statement, and never share or cache the result of a lookup.",
  ...about,
  async run(t) {
    for (const round of t.some(rounds, 1).flat())
      for (const scenario of await prepare(t)) await watch(t, scenario, round)
  },
})

/** When the lookups and the changes of a round start: after turns of the microtask queue, or after milliseconds. */
type Plan = { readonly readers: readonly number[]; readonly change: number; readonly unit: "turns" | "wait" }

const turnByTurn = { quick: [0, 1, 3, 4, 7], full: [0, 1, 2, 3, 4, 6, 8, 11] }

/** Rounds in turns reach an adapter in this process, rounds in milliseconds one that uses a server. */
const createPlan = (round: number, effort: Effort): Plan =>
  round % 2 === 0
    ? { unit: "turns", readers: turnByTurn[effort], change: [3, 1, 5, 2, 7, 4, 9, 6][(round / 2) % 8] ?? 3 }
    : { unit: "wait", readers: [0, 0, 1, 1, 2], change: round % 3 === 0 ? 0 : 1 }

/** Makes the changes of one round and checks every lookup around them. */
async function watch(t: CaseContext, scenario: Scenario, round: number): Promise<void> {
  const watched = watchedLookups(scenario)
  let [begun, completed] = [0, 0]
  const check = async ({ lookup, results }: Watched): Promise<void> => {
    const [first, phase] = [completed, begun === 0 ? "before" : begun > completed ? "during" : "after"]
    const answer = await lookup.read()
    const allowed = results.slice(first, begun + 1)
    const expected = allowed.map((row) => (row ? "the whole row" : "null"))
    const holds = allowed.some((row) => (row && answer ? hasFields(answer, row) : row === answer))
    const what = `${lookup.operation}, which starts ${phase} a change`
    t.check(holds, `${what}: ${[...new Set(expected)].join(" or ")}`, answer)
  }
  const checkAll = () => Promise.all(watched.map(check))

  const { unit, readers, change: changeAt } = createPlan(round, t.effort)
  // In half of the rounds a lookup fills a cache, if there is one, before the change.
  if (round % 4 > 1) await checkAll()
  const early = readers.map(async (start) => {
    await t[unit](start)
    await checkAll()
  })
  const changing = (async () => {
    await t[unit](changeAt)
    for (const change of scenario.changes) {
      begun++
      await change()
      completed++
    }
    await checkAll()
  })()
  const outcomes = await Promise.allSettled([...early, changing])
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason
  await checkAll()
  if (round % 8 !== 1) return
  // A cache may also be filled after the lookup has returned.
  await t.wait(lateFillMs)
  await checkAll()
}

const lateFillMs = 5

/** A lookup, and what it returns in each state. */
type Watched = { readonly lookup: Lookup; readonly results: readonly (Fields | null)[] }

/** Every lookup of every row of the scenario, each once. */
function watchedLookups({ states, replaced = [] }: Scenario): readonly Watched[] {
  const watched = new Map<string, Watched>()
  for (const row of states.flat())
    for (const lookup of row.lookups) {
      const key = lookup.by.map((field) => row.fields[field])
      const find = (state: readonly Row[]): Fields | null => {
        const matchingRow = state.find(({ fields }) =>
          lookup.by.every((field, index) => sameValue(fields[field], key[index])),
        )
        const matchingLookup = matchingRow?.lookups.find(({ operation }) => operation === lookup.operation)
        return matchingLookup ? without(matchingLookup.expected, replaced) : null
      }
      if (!lookup.by.some((field) => replaced.includes(field)))
        watched.set(JSON.stringify([lookup.operation, key]), { lookup, results: states.map(find) })
    }
  return [...watched.values()]
}

/** Some fields less. */
export const without = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
