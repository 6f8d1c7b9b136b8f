import type { Case, CaseContext } from "../../case.ts"
import { aMomentLater } from "./a-moment-later.ts"

// A write that an adapter acknowledges first and makes later, in a queue or with a timer, can undo the call after it.
// Each case makes two calls one after the other and looks at once and a moment later.

export type TwoCalls = {
  readonly name: string
  readonly says: string
  readonly clause: string
  /** Makes both calls and returns the check of the last one. */
  make(t: CaseContext): Promise<() => Promise<void>>
}

/** The case of two calls of which the second one counts. */
export const lateEffectCase = ({ name, says, ...about }: TwoCalls): Case =>
  aMomentLater({
    ...about,
    id: `late-effects/${name}`,
    also: ["SEC-B9"],
    title: `${says} is what the last call made it, at once and a moment later`,
    harm: "A sign-out, a deletion or a change is undone by an earlier call that is made late.",
    fix: "Return from a write after it was stored, not when it was queued.",
  })
