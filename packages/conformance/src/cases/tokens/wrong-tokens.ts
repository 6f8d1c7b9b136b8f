import type { Case } from "../../case.ts"
import { tokenKey } from "../row-keys.ts"

export const wrongTokens: readonly Case[] = [
  {
    id: "wrong-tokens/unknown-is-null",
    level: "must",
    clause: "§7.5",
    also: ["§4 useVerificationToken", "SEC-A1"],
    title: "useVerificationToken returns null for a token that does not exist",
    harm: "A wrong link ends in an error page without an explanation, or signs in a user.",
    evidence: "@auth/mongodb-adapter returns {} for some missing rows",
    async run(t) {
      t.isNull(await t.adapter.useVerificationToken(tokenKey(t.verificationToken())), "an unknown token")
    },
  },
  {
    id: "wrong-tokens/wrong-token-changes-nothing",
    level: "must",
    clause: "SEC-E1",
    also: ["SEC-E4", "§4 useVerificationToken"],
    title: "A wrong token for the right address returns null, and the right token still works",
    harm: "An attacker signs in with a guessed token, or invalidates another person's link by guessing.",
    evidence:
      "CVE-2022-39263: @next-auth/upstash-redis-adapter did not compare the token; @auth/sequelize-adapter deletes all tokens of the address",
    async run(t) {
      const token = t.verificationToken()
      await t.adapter.createVerificationToken(token)

      const wrong = { identifier: token.identifier, token: t.token() }
      t.isNull(await t.adapter.useVerificationToken(wrong), "a wrong token")
      t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, "the right token afterwards")
    },
  },
  {
    id: "wrong-tokens/wrong-address-changes-nothing",
    level: "must",
    clause: "SEC-E1",
    also: ["vector 5", "§4 useVerificationToken"],
    title: "A token with the wrong address returns null, and still works with its own address",
    harm: "An attacker who has a token of their own signs in as any user.",
    evidence: "CVE-2021-21310: the Prisma adapter of next-auth did not compare the address",
    async run(t) {
      const token = t.verificationToken()
      await t.adapter.createVerificationToken(token)

      const wrong = { identifier: t.email(), token: token.token }
      t.isNull(await t.adapter.useVerificationToken(wrong), "another address")
      t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, "its own address afterwards")
    },
  },
  {
    id: "wrong-tokens/same-text-for-two-addresses",
    level: "must",
    clause: "SEC-E1",
    guarantees: ["tokens_per_identifier"],
    title: "The same token for two addresses is two tokens",
    harm: "Short codes can occur twice: one user is signed in and the other is refused.",
    async run(t) {
      const [ada, bob] = [t.verificationToken({ token: "424242" }), t.verificationToken({ token: "424242" })]
      for (const token of [ada, bob]) await t.adapter.createVerificationToken(token)

      t.row(await t.adapter.useVerificationToken(tokenKey(ada)), ada, "the first address")
      t.row(await t.adapter.useVerificationToken(tokenKey(bob)), bob, "the second address afterwards")
    },
  },
]
