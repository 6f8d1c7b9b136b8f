import type { Expectations, Timing } from "../case.ts"

/** An array of `count` values that `make` creates from their index. */
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** The list in a random order. */
export const shuffle = <T>({ random }: { random(): number }, list: readonly T[]): T[] =>
  list
    .map((value) => ({ value, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value)

/** The value of a call that must succeed. */
export function unwrapOutcome<T>(outcome: PromiseSettledResult<T> | undefined): T {
  if (outcome?.status === "fulfilled") return outcome.value
  throw outcome?.reason
}

/** The values of calls that start at once and must all succeed. */
export const raceAll = async <T>(
  t: Pick<Timing, "race">,
  calls: readonly (() => Promise<T>)[],
): Promise<T[]> => (await t.race(calls)).map(unwrapOutcome)

/** The number of calls that succeeded. */
export const countFulfilled = (outcomes: readonly PromiseSettledResult<unknown>[]): number =>
  outcomes.filter(({ status }) => status === "fulfilled").length

/** Every call that lost a race for a key threw. An adapter with a manifest must have thrown `conflict`. */
export async function expectConflicts(
  t: Pick<Expectations, "throws">,
  outcomes: readonly PromiseSettledResult<unknown>[],
): Promise<void> {
  for (const outcome of outcomes)
    if (outcome.status === "rejected")
      await t.throws(() => Promise.reject(outcome.reason), "a call that lost the race", "conflict")
}
