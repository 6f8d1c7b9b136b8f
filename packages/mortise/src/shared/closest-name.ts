/** The known name that a mistyped or shortened one probably means; `undefined` if none is close. */
export function closestName(typed: string, known: readonly string[]): string | undefined {
  const completed = known.find((name) => typed.replace(/^-+/, "").length >= 3 && name.startsWith(typed))
  const [best] = known
    .map((name) => ({ name, distance: editDistance(typed.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  const mostEdits = Math.max(1, Math.floor(typed.length / 3))
  return completed ?? (best && best.distance <= mostEdits ? best.name : undefined)
}

/** The Levenshtein distance: how many letters must be inserted, deleted or replaced. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [nth, letter] of [...from].entries()) {
    const next = [nth + 1]
    for (const [at, other] of [...to].entries()) {
      const replaced = (row[at] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
