import type { Key, Row, Value } from "../../contract/rows.ts"
import type { Model } from "../../contract/schema.ts"
import { joinKey } from "../../operations/rows/join-key.ts"

/** The rows of one model with an index for each key and one for the owner. */
export type Table = {
  readonly model: Model
  /** The stored rows by their primary key. */
  readonly rows: ReadonlyMap<string, Row>
  /** The stored row itself: copy it before it leaves the store. */
  lookup(key: Key): Row | undefined
  /** The stored row with this value in a field that is a key of its own. */
  with(field: string, value: Value | undefined): Row | undefined
  listOwned(owner: Value | undefined): readonly Row[]
  /** Adds a row, or returns the fields of its first key that another row has. */
  add(row: Row): readonly string[] | undefined
  drop(row: Row): void
  copy(row: Row): Row
}

type Index = { readonly first: string; readonly fields: readonly string[]; readonly rows: Map<string, Row> }

export function createTable(model: Model): Table {
  const indexes = model.keys.map((fields): Index => ({ first: fields[0] as string, fields, rows: new Map() }))
  const [primary, ...others] = indexes as [Index, ...Index[]]
  const owners = createOwners(model.owner?.field)

  return {
    model,
    rows: primary.rows,

    lookup(key) {
      for (const { first, fields, rows } of indexes) {
        const part = key[first]
        if (part !== undefined) return rows.get(fields.length === 1 ? part : (joinKey(key, fields) ?? ""))
      }
      return undefined
    },

    with: (field, value) => indexes.find(({ first }) => first === field)?.rows.get(value as string),

    listOwned: owners.list,

    add(row) {
      const key = joinKey(row, primary.fields) as string
      if (primary.rows.has(key)) return primary.fields
      for (const { rows, fields } of others) if (rows.has(joinKey(row, fields) ?? "")) return fields
      primary.rows.set(key, row)
      for (const { rows, fields } of others) {
        const otherKey = joinKey(row, fields)
        if (otherKey !== undefined) rows.set(otherKey, row)
      }
      owners.add(row)
      return undefined
    },

    drop(row) {
      for (const { rows, fields } of indexes) {
        const key = joinKey(row, fields)
        if (key !== undefined) rows.delete(key)
      }
      owners.drop(row)
    },

    copy: createCopy(model),
  }
}

function createCopy({ fields, expiry }: Model): Table["copy"] {
  const listFields = (kind: "date" | "json") =>
    fields.filter((field) => field.kind === kind && field.name !== expiry).map(({ name }) => name)
  const [dates, jsons] = [listFields("date"), listFields("json")]

  return (row) => {
    const copy = { ...row }
    // Not part of the loop: JavaScript engines are fast where a name never varies, and sessions are read most.
    if (expiry !== undefined) copy[expiry] = new Date((row[expiry] as Date).getTime())
    for (const name of dates) {
      const date = row[name]
      if (date) copy[name] = new Date((date as Date).getTime())
    }
    for (const name of jsons) if (copy[name]) copy[name] = structuredClone(copy[name])
    return copy
  }
}

/** The rows of each owner, in the order in which they were added. */
type Owners = {
  list(owner: Value | undefined): readonly Row[]
  add(row: Row): void
  drop(row: Row): void
}

/** An index by the field that names the owner; without such a field it stays empty. */
function createOwners(field: string | undefined): Owners {
  // Most owners have one row, and a Set takes several times the memory of the row that it holds.
  const rows = new Map<Value, Row | Set<Row>>()
  if (field === undefined) return { list: () => [], add() {}, drop() {} }

  return {
    list(owner) {
      const entry = rows.get(owner ?? null)
      if (entry === undefined) return []
      return entry instanceof Set ? [...entry] : [entry]
    },

    add(row) {
      const owner = row[field] as Value
      const entry = rows.get(owner)
      if (entry === undefined) rows.set(owner, row)
      else if (entry instanceof Set) entry.add(row)
      else rows.set(owner, new Set([entry, row]))
    },

    drop(row) {
      const owner = row[field] as Value
      const entry = rows.get(owner)
      if (entry === row) rows.delete(owner)
      else if (entry instanceof Set && entry.delete(row) && entry.size === 0) rows.delete(owner)
    },
  }
}
