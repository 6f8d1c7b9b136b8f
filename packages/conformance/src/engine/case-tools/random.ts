/** Pseudo-random numbers from 0 up to 1 that depend only on the seed and the name (mulberry32). */
export function createRandom(seed: number, name: string): () => number {
  let state = seed >>> 0
  for (const letter of name) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x9e3779b1) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A random choice of `count` values, in the order of the list. */
export function choose<T>(list: readonly T[], count: number, random: () => number): T[] {
  let missing = count
  return list.filter((_, index) => {
    const isChosen = random() * (list.length - index) < missing
    if (isChosen) missing--
    return isChosen
  })
}
