/** What a broken rule does to the users of a service, worst first. */
export const harms = [
  "account_taken_over",
  "data_lost",
  "secret_shown",
  "locked_out",
  "wrong_answer",
  "error",
] as const

export type Harm = (typeof harms)[number]

/**
 * The harm of each case of a suite, and within a harm the worst case first: by id, or by the beginning of ids that ends
 * with `/` or `-`. The longest one that fits decides.
 */
export type HarmRules = Readonly<Record<Harm, readonly string[]>>

/** The harm of a case, and its place among the cases of this harm. */
export type RankedHarm = { readonly harm: Harm; readonly rank: number }

/** Undefined for a case that no rule names. */
export function rankHarm(rules: HarmRules, id: string): RankedHarm | undefined {
  let ranked: RankedHarm | undefined
  let longest = 0
  for (const harm of harms)
    for (const [rank, name] of rules[harm].entries()) {
      const fits = /[/-]$/.test(name) ? id.startsWith(name) : id === name
      if (!fits || name.length <= longest) continue
      longest = name.length
      ranked = { harm, rank }
    }
  return ranked
}
