import type { Json } from "../../contract/fields.ts"
import type { Row, Value } from "../../contract/rows.ts"
import type { Model } from "../../contract/schema.ts"
import { type Change, isChange, matchChange } from "../../contract/stored-changes.ts"
import type { Patch } from "../store.ts"

/**
 * Applies the patch of an `update` to a row, in place, and returns it: pass a copy if the row is shared.
 *
 * @example
 * ```ts
 * import { applyPatch, defaultSchema } from "mortise/store"
 *
 * const { slot } = defaultSchema().models
 * applyPatch(slot, { key: "k", value: 1, count: 0 }, { value: null }) // { key: "k", value: null, count: 0 }
 * ```
 */
export function applyPatch({ fields }: Model, row: Row, patch: Patch): Row {
  for (const { name, presence } of fields) {
    const value = patch[name]
    if (value === undefined) continue
    if (value === null && presence === "optional") delete row[name]
    else row[name] = isChange(value) ? applyChange(row[name] ?? null, value) : value
  }
  return row
}

const applyChange = (stored: Value, change: Change): Value =>
  matchChange<Value>(change, {
    increment: (by) => Number(stored ?? 0) + by,
    merge: (members) => {
      const merged = Object.entries({ ...(stored as Record<string, Json> | null), ...members })
      return Object.fromEntries(merged.filter(([, member]) => member !== null))
    },
  })
