import type { Row, Value } from "../../contract/rows.ts"

/** The rows of each owner, in the order in which they were added. */
export type Owners = {
  of(owner: Value | undefined): readonly Row[]
  add(row: Row): void
  drop(row: Row): void
}

/** An index by the field that names the owner; without such a field it stays empty. */
export function createOwners(field: string | undefined): Owners {
  // Most owners have one row, and a Set takes several times the memory of the row that it holds.
  const rows = new Map<Value, Row | Set<Row>>()
  if (field === undefined) return { of: () => [], add() {}, drop() {} }

  return {
    of(owner) {
      const found = rows.get(owner ?? null)
      if (found === undefined) return []
      return found instanceof Set ? [...found] : [found]
    },

    add(row) {
      const owner = row[field] as Value
      const found = rows.get(owner)
      if (found === undefined) rows.set(owner, row)
      else if (found instanceof Set) found.add(row)
      else rows.set(owner, new Set([found, row]))
    },

    drop(row) {
      const owner = row[field] as Value
      const found = rows.get(owner)
      if (found === row) rows.delete(owner)
      else if (found instanceof Set && found.delete(row) && found.size === 0) rows.delete(owner)
    },
  }
}
