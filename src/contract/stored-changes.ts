import type { Json } from "./fields.ts"

const kind = Symbol("mortise.change")

/** A change that depends on what is stored, made in the same step; the symbol tells it from a JSON value. */
export type Change =
  | { readonly [kind]: "increment"; readonly by: number }
  | { readonly [kind]: "merge"; readonly members: Readonly<Record<string, Json>> }

/** Adds to an integer. */
export const increment = (by: number): Change => ({ [kind]: "increment", by })

/** Sets members of a JSON object; a null removes one. */
export const merge = (members: Readonly<Record<string, Json>>): Change => ({ [kind]: "merge", members })

export const isChange = (value: unknown): value is Change =>
  typeof value === "object" && value !== null && kind in value

/** The change as data, for stores that turn it into a statement. */
export function matchChange<T>(
  change: Change,
  on: { increment: (by: number) => T; merge: (members: Readonly<Record<string, Json>>) => T },
): T {
  return change[kind] === "increment" ? on.increment(change.by) : on.merge(change.members)
}
