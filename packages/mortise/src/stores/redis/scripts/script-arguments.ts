// The arguments of scripts, in the order in which scripts/shared-lua.ts reads them.
import type { Json } from "../../../contract/fields.ts"
import type { Row, Value } from "../../../contract/rows.ts"
import type { Column, Model } from "../../../contract/schema.ts"
import { isChange, matchChange } from "../../../contract/stored-changes.ts"
import { valueToText } from "../../../operations/rows/row-texts.ts"
import type { Guard, Patch } from "../../../operations/store.ts"

const findColumn = (model: Model, name: string): Column =>
  model.fields.find((field) => field.name === name) as Column

/** The conditions of a guard: their number, then field, comparison and value of each. */
export function guardArguments(model: Model, guard: Guard | undefined): string[] {
  const conditions: string[] = []
  let count = 0
  for (let next = guard; next; next = next.and) {
    count++
    const { field, is, value } = next
    if (value === null) conditions.push(field, "null", "")
    else conditions.push(field, is, valueToText(findColumn(model, field), value))
  }
  return [String(count), ...conditions]
}

/** The expiry of a row in milliseconds; empty for rows that do not expire. */
export function expiryArgument({ expiry }: Model, row: Readonly<Record<string, unknown>>): string {
  const expires = expiry === undefined ? undefined : row[expiry]
  return expires instanceof Date ? String(expires.getTime()) : ""
}

/**
 * What a script needs to change a row: the guard, the texts that merged fields must still have, and the changes. `read` is
 * the row as the caller has read it; without a merge, it may be empty.
 */
export function changeArguments(
  model: Model,
  patch: Patch,
  guard: Guard | undefined,
  read: Readonly<Row>,
): string[] {
  const merged = mergedValues(patch, read)
  return [
    ...guardArguments(model, guard),
    ...expectedArguments(model, Object.keys(merged), read),
    ...patchArguments(model, patch, merged),
  ]
}

/** Whether a patch merges into a document, so that the row must be read first. */
export const hasMerge = (patch: Patch): boolean =>
  Object.values(patch).some(
    (value) => isChange(value) && matchChange(value, { increment: () => false, merge: () => true }),
  )

/** The documents after their merges: computed here, because Lua cannot rewrite JSON exactly. */
function mergedValues(patch: Patch, read: Readonly<Row>): Row {
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

/** The texts that fields must still have: their number, then field, emptiness and text of each. */
function expectedArguments(model: Model, names: readonly string[], read: Readonly<Row>): string[] {
  const expected = names.flatMap((name) => {
    const value = read[name]
    return value === undefined || value === null
      ? [name, "1", ""]
      : [name, "0", valueToText(findColumn(model, name), value)]
  })
  return [String(names.length), ...expected]
}

/** The changes of a patch: their number, then field, kind of change and value of each. `merged` has the merged documents. */
function patchArguments(model: Model, patch: Patch, merged: Readonly<Row>): string[] {
  const changes = Object.entries(patch).flatMap(([name, value]) => {
    const column = findColumn(model, name)
    if (!isChange(value)) return [name, ...setArguments(column, value)]
    return [
      name,
      ...matchChange(value, {
        increment: (by) => ["add", String(by)],
        merge: () => setArguments(column, merged[name] ?? null),
      }),
    ]
  })
  return [String(Object.keys(patch).length), ...changes]
}

const setArguments = (column: Column, value: Value): string[] =>
  value === null ? ["clear", ""] : ["set", valueToText(column, value)]
