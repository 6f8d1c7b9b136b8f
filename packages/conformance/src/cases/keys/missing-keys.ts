import type { Case } from "../../case.ts"
import { tokenKey } from "../row-keys.ts"
import { usersWithoutEmail } from "../users/users-without-email.ts"

const nothing = [undefined, null, ""]

export const missingKeys: readonly Case[] = [
  {
    id: "input/nothing-finds-nobody",
    level: "must",
    clause: "SEC-J2",
    also: ["§7.5", "vector 19"],
    title: "A lookup with undefined, null or an empty string never finds a user",
    harm: "A visitor without a cookie or an address is signed in as the first user of the table.",
    evidence: "@auth/typeorm-adapter returns the first row; @auth/hasura-adapter queries without a filter",
    fix: "Return null for a missing key, before querying.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      await t.adapter.createSession(t.session(id))
      await t.adapter.linkAccount(t.account(id))
      await usersWithoutEmail(t)

      for (const lookup of ["getUser", "getUserByEmail", "getSessionAndUser"] as const)
        for (const key of nothing) await t.findsNothing(() => t.call(lookup, key), `${lookup}(${key})`)
      for (const key of [
        {},
        { provider: "github" },
        { provider: "github", providerAccountId: undefined },
        { provider: "github", providerAccountId: "" },
        { provider: undefined, providerAccountId: undefined },
      ])
        await t.findsNothing(
          () => t.call("getUserByAccount", key),
          `getUserByAccount(${JSON.stringify(key)})`,
        )
    },
  },
  {
    id: "input/link-without-address",
    level: "must",
    clause: "SEC-J2",
    also: ["client 1.3", "SEC-E1"],
    title: "A verification token cannot be used without its address, or an address without its token",
    harm: "A link that lost its address signs in any person who opens it, or is used up.",
    evidence: "@auth/core passes identifier: undefined when the link has no address",
    async run(t) {
      const stored = t.verificationToken()
      await t.adapter.createVerificationToken(stored)
      const { identifier, token } = stored

      for (const key of nothing)
        for (const half of [
          { identifier: key, token },
          { identifier, token: key },
        ])
          await t.findsNothing(() => t.call("useVerificationToken", half), "a use with half of the key")
      t.row(await t.adapter.useVerificationToken(tokenKey(stored)), stored, "the whole key afterwards")
    },
  },
  {
    id: "input/link-without-address-is-null",
    level: "should",
    clause: "SEC-J2",
    also: ["client 1.3"],
    title: "Using a token without its address returns null instead of throwing",
    harm: 'An incomplete link shows a server error instead of "this link does not work".',
    async run(t) {
      const answer = await t.call("useVerificationToken", { identifier: undefined, token: t.token() })

      t.isNull(answer, "useVerificationToken without an address")
    },
  },
  {
    id: "input/missing-keys-answer-null",
    level: "should",
    clause: "SEC-J2",
    also: ["SEC-A1"],
    title: "A lookup with undefined or an empty string returns null instead of throwing",
    harm: "A request without a cookie shows a server error.",
    async run(t) {
      for (const lookup of ["getUser", "getUserByEmail", "getSessionAndUser"] as const)
        for (const key of nothing) t.isNull(await t.call(lookup, key), `${lookup}(${JSON.stringify(key)})`)
    },
  },
]
