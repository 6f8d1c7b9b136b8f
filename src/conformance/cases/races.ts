import type { Case } from "../case.ts"

export const races: readonly Case[] = [
  {
    id: "races/one-user-of-a-token",
    level: "must",
    clause: "SEC-B1",
    also: ["§4 useVerificationToken"],
    title: "Of many that use one verification token at once, one gets it",
    harm: "A link that leaked signs in its finder beside its owner: two sessions from one mail.",
    evidence:
      "@auth/drizzle-adapter on MySQL, @auth/unstorage-adapter and others: 20 of 20 callers got the token",
    fix: "Delete and return the row in one statement, or check that your delete removed it.",
    needs: ["createVerificationToken", "useVerificationToken"],
    run: (t) =>
      t.rounds(5, async () => {
        const token = t.verificationToken()
        await t.adapter.createVerificationToken(token)

        const uses = await t.race(
          Array.from({ length: 20 }, () => () => t.adapter.useVerificationToken(token)),
        )

        const winners = uses.filter((use) => use.status === "fulfilled" && use.value !== null)
        t.equal(winners.length, 1, "callers that got the token")
      }),
  },
]
