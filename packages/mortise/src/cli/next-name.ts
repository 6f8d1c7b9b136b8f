// `V3__name` as Flyway has it, `0003_name`, or `20260131120000_name`.
const numbered = /^(V?)(\d+)(?:[._]\d+)*(__|[._-])/

/** The number of digits of a moment, and how it is written. */
const moments: Readonly<Record<number, (now: Date) => number>> = {
  10: (now) => Math.floor(now.getTime() / 1000),
  13: (now) => now.getTime(),
  14: (now) => Number(now.toISOString().replace(/\D/g, "").slice(0, 14)),
}

/** The name of the next migration, numbered as the others are, without an ending. */
export function nextName(names: readonly string[], now: Date): string {
  const parts = names.flatMap((name) => {
    const [, prefix = "", digits = "", separator = "_"] = numbered.exec(name) ?? []
    return digits === "" ? [] : [{ prefix, digits, separator }]
  })
  const last = parts.sort((a, b) => Number(a.digits) - Number(b.digits)).at(-1)
  if (!last) return "0001_mortise"
  const { prefix, digits, separator } = last
  const next = Math.max(Number(digits) + 1, moments[digits.length]?.(now) ?? 0)
  return `${prefix}${String(next).padStart(digits.length, "0")}${separator}mortise`
}
