import type { Json } from "./fields.ts"

const kind = Symbol("mortise.change")

/** A change that depends on the stored value and is applied in the same step. The symbol distinguishes it from JSON. */
export type Change =
  | { readonly [kind]: "increment"; readonly by: number }
  | { readonly [kind]: "merge"; readonly members: Readonly<Record<string, Json>> }

/** Adds to an integer. */
export const increment = (by: number): Change => ({ [kind]: "increment", by })

/** Sets members of a JSON object; null removes a member. */
export const merge = (members: Readonly<Record<string, Json>>): Change => ({ [kind]: "merge", members })

/**
 * Whether a value of a patch is a change, and not the new value.
 *
 * @example
 * ```ts
 * import { isChange } from "mortise/store"
 *
 * isChange({ increment: 1 }) // false: only `Change` has the symbol
 * ```
 */
export const isChange = (value: unknown): value is Change =>
  typeof value === "object" && value !== null && kind in value

/**
 * Calls the function for the kind of the change: for an engine that changes a field without reading it.
 *
 * @example
 * ```ts
 * import { type Change, matchChange } from "mortise/store"
 *
 * export const toExpression = (change: Change): string =>
 *   matchChange(change, { increment: (by) => `field + ${by}`, merge: (members) => JSON.stringify(members) })
 * ```
 */
export function matchChange<T>(
  change: Change,
  on: { increment: (by: number) => T; merge: (members: Readonly<Record<string, Json>>) => T },
): T {
  return change[kind] === "increment" ? on.increment(change.by) : on.merge(change.members)
}
