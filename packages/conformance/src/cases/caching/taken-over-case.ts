import type { Case, CaseContext } from "../../case.ts"
import { aMomentLater } from "./a-moment-later.ts"

// One user gives a key up and another user takes it at once. An index or a cache that is cleaned some time after the
// first change must not remove the entry of the second one, so each key is also looked up a moment later. The key is
// read before, to fill a cache.

export type TakenKey = {
  readonly name: string
  readonly given: string
  readonly clause: string
  /** Lets one user give a key up and another user take it. Returns a check that the key is the other user's. */
  take(t: CaseContext): Promise<() => Promise<void>>
}

/** The case of a key that one row gives up and another takes. */
export const takenOverCase = ({ name, given, clause, take }: TakenKey): Case =>
  aMomentLater({
    id: `taken-over/${name}`,
    clause,
    also: ["SEC-B9"],
    title: `${given} finds its new row at once and a moment later`,
    harm: "A user who just signed up, changed the address or linked an account is unknown a moment later.",
    fix: "Remove the old entry of an index together with the row, or only while it still points to that row.",
    make: take,
  })
