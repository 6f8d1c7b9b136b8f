import type { Harm } from "../../packages/conformance/src/engine/harm.ts"

/** What a reader should know about a harm. */
export const harmWords: Readonly<Record<Harm, string>> = {
  account_taken_over:
    "somebody is signed in as another person, or stays signed in who must not: a link that works twice, an address that two users share",
  data_lost: "a change, a row or a field is gone that nobody removed",
  secret_shown: "tokens, codes or addresses in errors and logs",
  locked_out: "somebody cannot sign in or sign up who should",
  wrong_answer: "a value is not the one that was stored, or an answer misleads",
  error: "a call fails or hangs that should return",
}

/** A harm as the head of a column: `account taken over`. */
export const nameHarm = (harm: Harm): string => harm.replaceAll("_", " ")

/** A harm as a heading: `Account taken over`. */
export const titleHarm = (harm: Harm): string =>
  nameHarm(harm).replace(/^./, (letter) => letter.toUpperCase())
