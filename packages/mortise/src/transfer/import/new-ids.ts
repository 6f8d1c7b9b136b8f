import type { ImportOptions } from "./import-options.ts"

/** Knows which user of the target owns the rows of which user of the file. */
export type NewIds = {
  /** The id that an earlier run recorded. The user must be compared before it is adopted. */
  findId(from: string): string | undefined
  /** Records that a user of the target was shown to be the same person. */
  adopt(from: string, to: string): void
  /** The id in the target; `undefined` if this run did not import the user, so that its rows must not be imported. */
  findOwner(from: string): string | undefined
}

export function createNewIds(assigns: boolean, { ids, onId }: ImportOptions): NewIds {
  const newIds = new Map(assigns ? ids : [])
  const adopted = createIdSet()
  return {
    findId: (from) => newIds.get(from),
    adopt(from, to) {
      adopted.add(from)
      if (!assigns || newIds.get(from) === to) return
      newIds.set(from, to)
      onId?.(from, to)
    },
    findOwner: (from) => (adopted.has(from) ? (newIds.get(from) ?? from) : undefined),
  }
}

/** A set without the limit of about 16 million members that a `Set` has. */
function createIdSet() {
  const parts = new Map<string, Set<string>>()
  return {
    add(id: string): void {
      const part = parts.get(id.slice(-2)) ?? new Set()
      parts.set(id.slice(-2), part.add(id))
    },
    has: (id: string): boolean => parts.get(id.slice(-2))?.has(id) ?? false,
  }
}
