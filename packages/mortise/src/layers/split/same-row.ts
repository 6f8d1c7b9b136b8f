type Row = Readonly<Record<string, unknown>>

/** Whether two rows have the same fields with the same values. */
export function sameRow(one: object, other: object): boolean {
  const [a, b] = [one as Row, other as Row]
  for (const name in a) if (!sameValue(a[name], b[name])) return false
  for (const name in b) if (!(name in a)) return false
  return true
}

function sameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false
  if (one instanceof Date) return other instanceof Date && one.getTime() === other.getTime()
  return JSON.stringify(one) === JSON.stringify(other)
}
