import type { Row, Value } from "../../contract/rows.ts"

/** The rows of each owner, in the order in which they were added. */
export type Owners = {
  list(owner: Value | undefined): readonly Row[]
  add(row: Row): void
  drop(row: Row): void
}

/** An index by the field that names the owner; without such a field it stays empty. */
export function createOwners(field: string | undefined): Owners {
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
