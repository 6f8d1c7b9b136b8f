import type { Case } from "../../case.ts"
import { tokenKey } from "../row-keys.ts"

const needs = ["createVerificationToken", "useVerificationToken"] as const

export const wrongTokens: readonly Case[] = [
  {
    id: "wrong-tokens/unknown-is-null",
    level: "must",
    clause: "§7.5",
    also: ["§4 useVerificationToken", "SEC-A1"],
    title: "useVerificationToken answers null for a token that is not there",
    harm: "A wrong link ends in an error page that says nothing, or signs somebody in.",
    evidence: "@auth/mongodb-adapter returns {} for some missing rows",
    needs: ["useVerificationToken"],
    async run(t) {
      t.isNull(await t.adapter.useVerificationToken(tokenKey(t.verificationToken())), "an unknown token")
    },
  },
  {
    id: "wrong-tokens/wrong-token-changes-nothing",
    level: "must",
    clause: "SEC-E1",
    also: ["SEC-E4", "§4 useVerificationToken"],
    title: "A wrong token for the right address is null, and the right one still works",
    harm: "Anybody signs in with a guess, or voids a person's mail by guessing.",
    evidence:
      "CVE-2022-39263: @next-auth/upstash-redis-adapter did not compare the token; @auth/sequelize-adapter deletes all tokens of the address",
    needs,
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
    title: "A token with another address is null, and still works with its own",
    harm: "Whoever has a token of their own signs in as anybody.",
    evidence: "CVE-2021-21310: the Prisma adapter of next-auth did not compare the address",
    needs,
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
    title: "The same token text for two addresses is two tokens",
    harm: "Short codes, which come up twice, sign in one person and fail the other.",
    needs,
    async run(t) {
      const [ada, bob] = [t.verificationToken({ token: "424242" }), t.verificationToken({ token: "424242" })]
      for (const token of [ada, bob]) await t.adapter.createVerificationToken(token)

      t.row(await t.adapter.useVerificationToken(tokenKey(ada)), ada, "the first address")
      t.row(await t.adapter.useVerificationToken(tokenKey(bob)), bob, "the second address afterwards")
    },
  },
]
