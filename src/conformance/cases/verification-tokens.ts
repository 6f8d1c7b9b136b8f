import type { Case } from "../case.ts"

const needs = ["createVerificationToken", "useVerificationToken"] as const

export const verificationTokens: readonly Case[] = [
  {
    id: "verification-tokens/used-once",
    level: "must",
    clause: "§4 useVerificationToken",
    also: ["§3 token used"],
    title: "A verification token is returned once and gone afterwards",
    harm: "Whoever finds the mail later signs in with its link again.",
    needs,
    async run(t) {
      const token = t.verificationToken()
      await t.adapter.createVerificationToken(token)

      t.row(await t.adapter.useVerificationToken(token), token, "the first use")
      t.isNull(await t.adapter.useVerificationToken(token), "the second use")
    },
  },
]
