/** The known name that a mistyped or shortened one probably means; `undefined` when none is close. */
function closestMatch(typed: string, known: readonly string[]): string | undefined {
  const longer = known.find((name) => typed.replace(/^-+/, "").length >= 3 && name.startsWith(typed))
  const [best] = known
    .map((name) => ({ name, distance: editDistance(typed, name) }))
    .sort((a, b) => a.distance - b.distance)
  const mostEdits = Math.max(1, Math.floor(typed.length / 3))
  return longer ?? (best && best.distance <= mostEdits ? best.name : undefined)
}

/** ` Did you mean --port?`, or nothing. */
export function suggestion(typed: string, known: readonly string[]): string {
  const match = closestMatch(typed, known)
  return match === undefined ? "" : ` Did you mean ${match}?`
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
