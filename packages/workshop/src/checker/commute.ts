/** What a step reads and writes: keys, or members of a key as `key member`. A key stands for all of its members. */
export type Touches = { readonly reads: readonly string[]; readonly writes: readonly string[] }

/**
 * Whether two steps have the same effect in either order: neither writes what the other reads or writes. Where that is
 * unknown, they do not.
 */
export function commute(first: Touches | undefined, second: Touches | undefined): boolean {
  if (!first || !second) return false
  const meets = (writes: readonly string[], { reads, writes: others }: Touches) =>
    writes.some((key) => [...reads, ...others].some((place) => isSamePlace(key, place)))
  return !meets(first.writes, second) && !meets(second.writes, first)
}

export const listPlaces = ({ reads, writes }: Touches): readonly string[] => [...reads, ...writes]

/** Whether two places are the same, or one is a member of the other. */
export const isSamePlace = (first: string, second: string): boolean =>
  first === second || first.startsWith(`${second} `) || second.startsWith(`${first} `)
