import type { Case, CaseContext } from "../../case.ts"
import { times } from "../race-helpers.ts"
import { type WatchedChange, watchChange } from "./watch-change.ts"

type About = Omit<Case, "level" | "run" | "harm"> & {
  readonly harm?: string
  prepare(t: CaseContext): Promise<WatchedChange>
}

export const revocationHarm = "A person who was signed out, unlinked or deleted is still signed in."
const absenceHarm = "A page that loads during the change signs the user out or shows an error."

const fix =
  "Change a row with one statement, read it with one statement, and never share or cache the result of a lookup."

// Pairs of rounds: one in turns, one in milliseconds. Quick effort runs a random pair, full effort all of them.
const rounds = times(8, (nth) => [2 * nth, 2 * nth + 1])

/** A case about lookups that run while the row they look for is changed. */
export const watchedCase = ({ prepare, harm = absenceHarm, ...about }: About): Case => ({
  ...about,
  level: "must",
  harm,
  fix,
  async run(t) {
    for (const round of t.some(rounds, 1).flat()) await watchChange(t, await prepare(t), round)
  },
})
