import type { CaseContext } from "../case.ts"

/** An array of `count` values that `make` creates from their index. */
export const times = <T>(count: number, make: (nth: number) => T): T[] =>
  Array.from({ length: count }, (_, nth) => make(nth))

/** The results of calls that run at once, under their names. */
export async function together<T extends Readonly<Record<string, Promise<unknown>>>>(
  calls: T,
): Promise<{ [Name in keyof T]: Awaited<T[Name]> }> {
  const results = Object.entries(calls).map(async ([name, call]) => [name, await call] as const)
  return Object.fromEntries(await Promise.all(results)) as { [Name in keyof T]: Awaited<T[Name]> }
}

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
