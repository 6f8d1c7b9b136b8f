/** The known name that a mistyped or shortened one probably means; `undefined` if none is close. */
export function closestName(typed: string, names: readonly string[]): string | undefined {
  const completed = names.find((name) => typed.replace(/^-+/, "").length >= 3 && name.startsWith(typed))
  const [best] = names
    .map((name) => ({ name, distance: editDistance(typed.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  const mostEdits = Math.max(1, Math.floor(typed.length / 3))
  return completed ?? (best && best.distance <= mostEdits ? best.name : undefined)
}

const sortLetters = (text: string): string => [...text].sort().join("")

/** How many letters must be inserted, deleted or replaced; 1 for the same letters in another order. */
function editDistance(from: string, to: string): number {
  if (from !== to && sortLetters(from) === sortLetters(to)) return 1
  let row = [...to, ""].map((_, at) => at)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (let at = 0; at < to.length; at++) {
      const replaced = (row[at] ?? 0) + (letter === to[at] ? 0 : 1)
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
