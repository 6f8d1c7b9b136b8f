import type { Key, Row, Value } from "../../contract/rows.ts"
import type { Model } from "../../contract/schema.ts"

/** The rows of one model with an index for each key and one for the owner. Rows inside are never changed, only replaced. */
export type Table = {
  readonly model: Model
  readonly rows: ReadonlySet<Row>
  /** The stored row itself: copy it before it leaves the store. */
  lookup(key: Key): Row | undefined
  /** The stored row with this value in a field that is a key by itself. */
  with(field: string, value: Value | undefined): Row | undefined
  owned(owner: Value | undefined): readonly Row[]
  /** The fields of the first key of `row` that another row than `current` has. */
  taken(row: Row, current?: Row): readonly string[] | undefined
  add(row: Row): void
  drop(row: Row): void
  copy(row: Row): Row
}

export function createTable(model: Model): Table {
  const rows = new Set<Row>()
  const indexes = model.keys.map((fields) => ({
    first: fields[0] as string,
    fields,
    rows: new Map<string, Row>(),
  }))
  const owners = new Map<Value, Set<Row>>()
  const ownerField = model.owner?.field

  return {
    model,
    rows,

    lookup(key) {
      for (const { first, fields, rows } of indexes) {
        const part = key[first]
        if (part !== undefined) return rows.get(fields.length === 1 ? part : (joined(key, fields) ?? ""))
      }
      return undefined
    },

    with: (field, value) => indexes.find(({ first }) => first === field)?.rows.get(value as string),

    owned: (owner) => [...(owners.get(owner ?? null) ?? [])],

    taken: (row, current) =>
      indexes.find((index) => {
        const holder = index.rows.get(joined(row, index.fields) ?? "")
        return holder !== undefined && holder !== current
      })?.fields,

    add(row) {
      rows.add(row)
      for (const index of indexes) {
        const key = joined(row, index.fields)
        if (key !== undefined) index.rows.set(key, row)
      }
      if (ownerField === undefined) return
      const owner = row[ownerField] as Value
      const siblings = owners.get(owner)
      if (siblings) siblings.add(row)
      else owners.set(owner, new Set([row]))
    },

    drop(row) {
      rows.delete(row)
      for (const index of indexes) {
        const key = joined(row, index.fields)
        if (key !== undefined) index.rows.delete(key)
      }
      if (ownerField === undefined) return
      const owner = row[ownerField] as Value
      const siblings = owners.get(owner)
      if (siblings?.delete(row) && siblings.size === 0) owners.delete(owner)
    },

    copy: copying(model),
  }
}

/** One text for the values of a key that no other values can make; `undefined` when one is empty. */
function joined(row: Readonly<Row>, fields: readonly string[]): string | undefined {
  if (fields.length === 1) return (row[fields[0] as string] as string | null) ?? undefined
  let key = ""
  for (const field of fields) {
    const value = row[field] as string | null
    if (value === null) return undefined
    key += `${value.length}:${value}`
  }
  return key
}

function copying({ fields, expiry }: Model): Table["copy"] {
  const named = (kind: "date" | "json") =>
    fields.filter((field) => field.kind === kind && field.name !== expiry).map(({ name }) => name)
  const [dates, jsons] = [named("date"), named("json")]

  return (row) => {
    const copy = { ...row }
    // By itself: the engine is quick where a name never varies, and sessions are what is read most.
    if (expiry !== undefined) copy[expiry] = new Date((row[expiry] as Date).getTime())
    for (const name of dates) {
      const date = row[name]
      if (date) copy[name] = new Date((date as Date).getTime())
    }
    for (const name of jsons) if (copy[name]) copy[name] = structuredClone(copy[name])
    return copy
  }
}
