import { MortiseError } from "../../../mortise/src/contract/errors.ts"
import type { ModelName } from "../../../mortise/src/contract/models.ts"
import type { Key } from "../../../mortise/src/contract/rows.ts"
import type { Entry, Guard, Patch, Store } from "../../../mortise/src/operations/store.ts"

/** A call of one verb of a store. */
export type VerbCall =
  | { readonly verb: "insert"; readonly entries: readonly Entry[] }
  | { readonly verb: "find" | "findWithUser"; readonly model: ModelName; readonly key: Key }
  | {
      readonly verb: "update"
      readonly model: ModelName
      readonly key: Key
      readonly patch: Patch
      readonly guard?: Guard
    }
  | { readonly verb: "take"; readonly model: ModelName; readonly key: Key; readonly guard?: Guard }
  | { readonly verb: "removeUser"; readonly id: string }

/** What a call returned, as text that can be compared; `lost` if its caller was killed or cannot know. */
export type VerbOutput = string

export const lost: VerbOutput = "lost"

/** Makes a call. A store that answers at once, as the reference does, is not awaited. */
export function callVerb(store: Store, call: VerbCall): unknown {
  switch (call.verb) {
    case "insert":
      return store.insert(call.entries)
    case "find":
      return store.find(call.model, call.key)
    case "findWithUser":
      return store.findWithUser(call.model, call.key)
    case "update":
      return store.update(call.model, call.key, call.patch, call.guard)
    case "take":
      return store.take(call.model, call.key, call.guard)
    case "removeUser":
      return store.removeUser(call.id)
  }
}

/** The user of a row is left out: a store may read it at another instant than the row. */
export const outputOf = (call: VerbCall, value: unknown): VerbOutput =>
  JSON.stringify(call.verb === "findWithUser" && value ? (value as { row: unknown }).row : value, sorted)

export const outputOfError = (error: unknown): VerbOutput => {
  if (!(error instanceof MortiseError)) throw error
  return ["conflict", "not_found"].includes(error.code) ? error.code : lost
}

/** Fields in the order of their names, and none that are undefined. */
const sorted = (_: string, value: unknown): unknown =>
  value && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
