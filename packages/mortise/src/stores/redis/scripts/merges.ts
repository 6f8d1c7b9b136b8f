import type { Json } from "../../../contract/fields.ts"
import type { Row } from "../../../contract/rows.ts"
import type { Model } from "../../../contract/schema.ts"
import { isChange, matchChange } from "../../../contract/stored-changes.ts"
import type { Patch } from "../../../operations/store.ts"
import { packValue } from "../rows/packed-row.ts"
import { columnOf } from "./script-arguments.ts"

/** Callers that merge into one document at the same time repeat; one of them succeeds in each round. */
export const mostMergeTries = 100

export const hasMerge = (patch: Patch): boolean =>
  Object.values(patch).some(
    (value) => isChange(value) && matchChange(value, { increment: () => false, merge: () => true }),
  )

/** The documents after their merges: computed here, because Lua cannot rewrite JSON exactly. */
export function mergedValues(patch: Patch, read: Readonly<Row>): Row {
  const merged: Row = {}
  for (const [name, value] of Object.entries(patch))
    if (isChange(value))
      matchChange(value, {
        increment: () => undefined,
        merge: (members) => {
          const all = { ...(read[name] as Record<string, Json> | null), ...members }
          merged[name] = Object.fromEntries(Object.entries(all).filter(([, member]) => member !== null))
        },
      })
  return merged
}

/** The texts that merged fields must still have: their number, then field, emptiness and text of each. */
export function expectedArguments(model: Model, patch: Patch, read: Readonly<Row>): string[] {
  const names = Object.keys(mergedValues(patch, read))
  const expected = names.flatMap((name) => {
    const value = read[name]
    return value === undefined || value === null
      ? [name, "1", ""]
      : [name, "0", packValue(columnOf(model, name), value)]
  })
  return [String(names.length), ...expected]
}
