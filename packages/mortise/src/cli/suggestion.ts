import { closestName } from "../shared/closest-name.ts"

/** ` Did you mean --port?`, or nothing. */
export function suggestion(typed: string, known: readonly string[]): string {
  const match = closestName(typed, known)
  return match === undefined ? "" : ` Did you mean ${match}?`
}

/** What other tools, or the functions of this package, call a command. */
const otherNames: Readonly<Record<string, string>> = {
  inspect: "doctor",
  verify: "doctor",
  check: "doctor",
  plan: "migrate",
  setup: "init",
  prune: "sweep",
  ui: "studio",
}

/** ` Did you mean users show?`, or nothing. `known` has the names of all commands; some have two words. */
export function commandSuggestion(typed: string, known: readonly string[]): string {
  const meant = Object.hasOwn(otherNames, typed) ? otherNames[typed] : undefined
  if (meant !== undefined && known.includes(meant)) return ` Did you mean ${meant}?`
  const firstWords = known.map((name) => name.split(" ")[0] ?? name)
  const match = closestName(typed, firstWords)
  if (match !== undefined) return ` Did you mean ${match}?`
  const lastWord = closestName(
    typed,
    known.map((name) => name.split(" ").at(-1) ?? name),
  )
  const candidates = known.filter((name) => name.split(" ").at(-1) === lastWord)
  return candidates.length === 0 ? "" : ` Did you mean ${candidates.join(" or ")}?`
}
