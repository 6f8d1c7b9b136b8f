import { times } from "../../../engine/case-tools/race-helpers.ts"
import type { RemoteOutcome } from "../../../engine/processes/messages.ts"
import { listCases } from "../case.ts"

const about = { clause: "BA-storage-races" } as const

const results = (outcomes: readonly PromiseSettledResult<unknown>[]): unknown[] =>
  outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value : outcome.reason))

const remoteResults = (outcomes: readonly (readonly RemoteOutcome[])[]): unknown[] =>
  outcomes.flat().map((outcome) => ("value" in outcome ? outcome.value : outcome.thrown))

const isSomething = (value: unknown): boolean => value !== null && value !== undefined

/** The numbers from 1 to `count`, each once, in any order. */
const isOneToCount = (values: readonly unknown[]): boolean =>
  values.every((value) => typeof value === "number") &&
  [...(values as number[])].sort((a, b) => a - b).every((value, index) => value === index + 1)

const taking = {
  harm: "A mailed link or code that is kept in the storage signs in twice.",
  fix: "Read and delete in one operation of the store, such as GETDEL.",
} as const

const counting = {
  harm: "Somebody who sends guesses in parallel tries more passwords than the limit allows.",
  fix: "Add in one operation of the store, such as INCR, and return its number.",
} as const

/** Races of a secondary storage. */
export const storageRaces = listCases(about, [
  {
    ...taking,
    id: "storage-races/one-taker",
    title: "If many callers take a text at once, one of them gets it",
    run: (t) =>
      t.rounds(5, async () => {
        const [key, otherKey] = [t.unique(), t.unique()]
        for (const storedKey of [key, otherKey]) await t.storage.set(storedKey, `"${storedKey}"`, 60)

        const taken = results(await t.race(times(10, () => async () => t.storage.getAndDelete(key))))

        t.equal(taken.filter(isSomething), [`"${key}"`], "what callers got")
        t.isNothing(await t.storage.get(key), "the text afterwards")
        t.equal(await t.storage.get(otherKey), `"${otherKey}"`, "the text of another key")
      }),
  },
  {
    ...counting,
    id: "storage-races/counts",
    title: "If many callers add to a count at once, each gets a number of its own",
    run: (t) =>
      t.rounds(3, async () => {
        const key = t.unique()

        const numbers = results(await t.race(times(25, () => async () => t.storage.increment(key, 60))))

        t.check(isOneToCount(numbers), "the numbers from 1 to 25", numbers)
        t.equal(await t.storage.increment(key, 60), 26, "the next number")
        t.equal(await t.storage.increment(t.unique(), 60), 1, "the number of another key")
        await t.storage.delete(key)
        t.equal(await t.storage.increment(key, 60), 1, "the number after a deletion")
      }),
  },
  {
    id: "storage-races/last-write",
    title: "A text that is deleted after it was stored stays deleted, and the last of two texts stays",
    harm: "A signed-out session works again.",
    fix: "Send the writes of one key in the order of the calls.",
    run: (t) =>
      t.rounds(5, async (round) => {
        const key = t.unique()
        await Promise.all(times(4, async (index) => t.storage.set(key, `"${index}"`, 60)))
        await t.storage.set(key, '"last"', 60)
        await t.delay(round)
        t.equal(await t.storage.get(key), '"last"', "the text")
        await t.storage.delete(key)
        await t.delay(round)
        t.isNothing(await t.storage.get(key), "the deleted text")
      }),
  },
  {
    ...taking,
    id: "storage-races/one-taker-in-processes",
    processes: true,
    title: "If several processes take a text at once, one caller gets it",
    run: (t) =>
      t.rounds(3, async () => {
        const key = t.unique()
        await t.storage.set(key, `"${key}"`, 60)
        const take = { operation: "storage.getAndDelete", args: [key] }

        const taken = remoteResults(await t.inProcesses(() => times(8, () => take)))

        t.equal(taken.filter(isSomething), [`"${key}"`], "what callers got, over all processes")
      }),
  },
  {
    ...counting,
    id: "storage-races/counts-in-processes",
    processes: true,
    title: "If several processes add to a count at once, each caller gets a number of its own",
    run: (t) =>
      t.rounds(3, async () => {
        const key = t.unique()
        const add = { operation: "storage.increment", args: [key, 60] }

        const numbers = remoteResults(await t.inProcesses(() => times(8, () => add)))

        t.check(isOneToCount(numbers), `the numbers from 1 to ${numbers.length}`, numbers)
      }),
  },
])
