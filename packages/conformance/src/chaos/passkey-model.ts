import { type CounterInput, counterModel, type Output } from "../suites/authjs/programs/key-models.ts"
import type { KeyModel } from "../suites/authjs/programs/linearize.ts"

export type PasskeyInput = CounterInput | { readonly do: "create" }

/** A passkey: one creation succeeds, and from then on it is a counter. `null` is a passkey that does not exist. */
export const passkeyModel: KeyModel<number | null, PasskeyInput, Output<number>> = {
  initial: null,
  isRead: (input) => input.do === "read",
  step(counter, input, output) {
    if (input.do === "create") {
      if (counter === null) return output === "refused" ? undefined : 0
      return output === "refused" || output === "lost" ? counter : undefined
    }
    if (counter !== null) return counterModel.step(counter, input, output)
    const isMissed = output === "lost" || output === (input.do === "read" ? "nothing" : "refused")
    return isMissed ? null : undefined
  },
}
