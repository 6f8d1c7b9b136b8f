import type { Row, Value } from "../../../contract/rows.ts"
import type { Column, Model } from "../../../contract/schema.ts"
import { isChange, matchChange } from "../../../contract/stored-changes.ts"
import type { Guard, Patch } from "../../../operations/store.ts"
import { packValue } from "../rows/packed-row.ts"

/** What a script does with a row. Tokens of one identifier share a key; the others have a key each. */
export type RowKind = "user" | "owned" | "token" | "slot"

export const kindOf = ({ name, owner }: Model): RowKind => {
  if (name === "user" || name === "slot") return name
  return owner?.mustExist ? "owned" : "token"
}

export const columnOf = (model: Model, name: string): Column =>
  model.fields.find((field) => field.name === name) as Column

/** The conditions of a guard: their number, then field, comparison and value of each. */
export function guardArguments(model: Model, guard: Guard | undefined): string[] {
  const conditions: string[] = []
  let count = 0
  for (let next = guard; next; next = next.and) {
    count++
    const { field, is, value } = next
    if (value === null) conditions.push(field, "null", "")
    else conditions.push(field, is, packValue(columnOf(model, field), value))
  }
  return [String(count), ...conditions]
}

/** The changes of a patch: their number, then field, kind of change and value of each. `merged` are merged documents. */
export function patchArguments(model: Model, patch: Patch, merged: Readonly<Row>): string[] {
  const changes = Object.entries(patch).flatMap(([name, value]) => {
    const column = columnOf(model, name)
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
  value === null ? ["clear", ""] : ["set", packValue(column, value)]

/** The expiry of a row in milliseconds; empty for rows that do not expire. */
export function expiryArgument({ expiry }: Model, row: Readonly<Record<string, unknown>>): string {
  const expires = expiry === undefined ? undefined : row[expiry]
  return expires instanceof Date ? String(expires.getTime()) : ""
}
