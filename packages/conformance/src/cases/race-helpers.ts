import type { CaseContext } from "../case.ts"

/** An array of `count` values that `make` creates from their index. */
export const times = <T>(count: number, make: (nth: number) => T): T[] =>
  Array.from({ length: count }, (_, nth) => make(nth))

/** The number of calls that succeeded. */
export const countFulfilled = (outcomes: readonly PromiseSettledResult<unknown>[]): number =>
  outcomes.filter(({ status }) => status === "fulfilled").length

/** Every call that lost a race for a key threw. An adapter with a manifest must have thrown `conflict`. */
export async function expectConflicts(
  t: CaseContext,
  outcomes: readonly PromiseSettledResult<unknown>[],
): Promise<void> {
  for (const outcome of outcomes)
    if (outcome.status === "rejected")
      await t.throws(() => Promise.reject(outcome.reason), "a call that lost the race", "conflict")
}
