import type { Case, CaseContext } from "../../case.ts"
import { type WatchedChange, watchChange } from "./watch-change.ts"

type About = Omit<Case, "level" | "run" | "harm"> & {
  readonly harm?: string
  prepare(t: CaseContext): Promise<WatchedChange>
}

export const revocationHarm = "A person who was signed out, unlinked or deleted is still signed in."
const absenceHarm = "A page that loads during the change signs the user out or shows an error."

const fix =
  "Change a row with one statement, read it with one statement, and never share or cache the result of a lookup."

// Each round has another delay, so a few dozen rounds reach all of them several times.
const quickRounds = 4
const fullRounds = 48

/** A case about lookups that run while the row they look for is changed. */
export const watchedCase = ({ prepare, harm = absenceHarm, ...about }: About): Case => ({
  ...about,
  level: "must",
  harm,
  fix,
  async run(t) {
    const rounds = t.effort === "full" ? fullRounds : quickRounds
    for (let round = 0; round < rounds; round++) await watchChange(t, await prepare(t), round)
  },
})
