/** The known name that a mistyped or shortened one probably means; `undefined` if none is close. */
export function closestName(typed: string, names: readonly string[]): string | undefined {
  const completed = names.find((name) => typed.replace(/^-+/, "").length >= 3 && name.startsWith(typed))
  const [best] = names
    .map((name) => ({ name, distance: editDistance(typed.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  const mostEdits = Math.max(1, Math.floor(typed.length / 3))
  return completed ?? (best && best.distance <= mostEdits ? best.name : undefined)
}

/** How many letters must be inserted, deleted, replaced, or swapped with the next one. */
function editDistance(from: string, to: string): number {
  let before: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let index = 0; index < from.length; index++) {
    const next = [index + 1]
    for (let at = 0; at < to.length; at++) {
      const replaced = (row[at] ?? 0) + (from[index] === to[at] ? 0 : 1)
      const isSwap = index > 0 && at > 0 && from[index] === to[at - 1] && from[index - 1] === to[at]
      const swapped = isSwap ? (before[at - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min(replaced, swapped, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row[to.length] ?? 0
}
