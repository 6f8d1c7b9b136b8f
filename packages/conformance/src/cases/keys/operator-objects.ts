import type { Case } from "../../case.ts"
import { accountKey, tokenKey } from "../row-keys.ts"

const crafted = [{ $ne: null }, { $gt: "" }, { not: "" }, { contains: "" }, { id: 1 }, {}, [], true]
const nothing = [undefined, null, ""]

export const operatorObjects: readonly Case[] = [
  {
    id: "operators/find-nobody",
    level: "must",
    clause: "SEC-J3",
    also: ["SEC-J2"],
    title: "Objects, arrays and booleans in place of a key find no user",
    harm: "A request with a crafted body signs in as any user.",
    evidence: "@auth/mongodb-adapter passes such objects to its driver as filters; CVE-2022-33171 (TypeORM)",
    fix: "Accept only strings as keys.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      await t.adapter.createSession(t.session(id))

      for (const lookup of ["getUser", "getUserByEmail", "getSessionAndUser"] as const)
        for (const key of t.some(crafted, 4))
          await t.findsNothing(() => t.call(lookup, key), `${lookup}(${JSON.stringify(key)})`)
    },
  },
  {
    id: "operators/find-no-account",
    level: "must",
    clause: "SEC-J3",
    also: ["SEC-J2", "§4 getUserByAccount"],
    title: "Objects, arrays and booleans in place of a provider or its id find and unlink no account",
    harm: "A request with a crafted body signs in as any user, or locks all users out.",
    evidence: "@auth/mongodb-adapter passes such objects to its driver as filters",
    fix: "Accept only strings as keys.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const account = t.account(id)
      await t.adapter.linkAccount(account)
      const { provider, providerAccountId } = account

      for (const key of t.some(crafted, 4))
        for (const part of [
          { provider, providerAccountId: key },
          { provider: key, providerAccountId },
          { provider: key, providerAccountId: key },
        ]) {
          await t.findsNothing(() => t.call("getUserByAccount", part), JSON.stringify(part))
          await t.findsNothing(() => t.call("unlinkAccount", part), JSON.stringify(part))
        }
      t.row(await t.adapter.getUserByAccount(accountKey(account)), { id }, "the owner afterwards")
    },
  },
  {
    id: "operators/use-no-token",
    level: "must",
    clause: "SEC-J3",
    also: ["SEC-E1"],
    title: "Objects and arrays in place of a token or an address match no token",
    harm: "A request with a crafted body signs in without an email.",
    async run(t) {
      const stored = t.verificationToken()
      await t.adapter.createVerificationToken(stored)
      const { identifier, token } = stored

      for (const key of t.some(crafted, 4))
        for (const part of [
          { identifier, token: key },
          { identifier: key, token },
        ])
          await t.findsNothing(() => t.call("useVerificationToken", part), JSON.stringify(part))
      t.row(await t.adapter.useVerificationToken(tokenKey(stored)), stored, "the token itself afterwards")
    },
  },
  {
    id: "operators/delete-nobody",
    level: "must",
    clause: "SEC-J2",
    title: "A deletion or an update with undefined, null or an operator object changes no row",
    harm: "One bad call empties the table.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const session = t.session(id)
      await t.adapter.createSession(session)

      for (const key of [...nothing, ...t.some(crafted, 4)]) {
        await t.attempt(() => t.call("deleteSession", key))
        await t.attempt(() => t.call("deleteUser", key))
        await t.attempt(() => t.call("updateSession", { sessionToken: key, expires: t.inDays(1) }))
      }

      t.row(
        (await t.adapter.getSessionAndUser(session.sessionToken))?.session,
        session,
        "a session afterwards",
      )
    },
  },
]
