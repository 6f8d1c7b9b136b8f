import { causesOfOneAdapter } from "./causes/of-one-adapter.ts"
import { sharedCauses } from "./causes/shared.ts"
import { wrongValues } from "./causes/wrong-values.ts"
import type { Cause, Outcome } from "./fits.ts"

/** A failure belongs to the first cause that fits. */
export const causes: readonly Cause[] = [...wrongValues, ...causesOfOneAdapter, ...sharedCauses]

/** The known cause of a failure. `name` is that of the adapter and its store, such as `kysely-on-sqlite`. */
export const causeOf = (outcome: Outcome, name: string): Cause | undefined =>
  causes.find(({ fits }) => fits(outcome, name))

/** The musts that failed, grouped by cause. Without a name, causes that only some adapters or stores have do not fit. */
export function failuresByCause(results: readonly Outcome[], name = "") {
  const failed = results.filter(({ status }) => status === "failed")
  const shared = causes.map((cause) => ({
    title: cause.title,
    failures: failed.filter((outcome) => causeOf(outcome, name) === cause),
  }))
  return {
    shared: shared.filter(({ failures }) => failures.length > 0),
    others: failed.filter((outcome) => !causeOf(outcome, name)),
  }
}
