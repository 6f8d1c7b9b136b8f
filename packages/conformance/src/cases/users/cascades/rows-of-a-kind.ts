import type { Case, CaseContext } from "../../../case.ts"
import type { NewUser } from "../../../data.ts"
import { accountKey } from "../../row-keys.ts"
import { mostOf } from "../../scale/in-batches.ts"

export const cascades: readonly Case[] = [
  {
    id: "cascades/sessions-go",
    level: "must",
    clause: "SEC-B6",
    also: ["§4 deleteUser", "vector 15"],
    title: "Deleting a user deletes all of their sessions, not only the first or the last",
    harm: "A deleted or banned user stays signed in on other devices.",
    evidence:
      "GHSA-2vg6-77g8-24mp (better-auth); @auth/upstash-redis-adapter and @auth/unstorage-adapter delete only the last session",
    async run(t) {
      await sessionsGo(t, 3)
    },
  },
  {
    id: "cascades/forty-sessions-go",
    level: "must",
    clause: "SEC-B6",
    also: ["§4 deleteUser"],
    title: "Deleting a user deletes forty sessions as reliably as three",
    harm: "A user with many devices cannot be deleted.",
    evidence: "@auth/dynamodb-adapter deletes 25 items and leaves the others and the user",
    fix: "Delete in batches until none are left. Delete the user last, or block new sign-ins first.",
    async run(t) {
      const user = await sessionsGo(t, 40)
      t.isNull(await t.adapter.getUser(user.id), "getUser afterwards")
    },
  },
  {
    id: "cascades/accounts-go",
    level: "must",
    clause: "SEC-B6",
    also: ["§4 deleteUser", "vector 15"],
    title: "Deleting a user deletes all of their accounts, and another user can link them",
    harm: "A person who deleted their user can never sign in with that provider again.",
    evidence:
      "@auth/unstorage-adapter and @auth/upstash-redis-adapter delete one account; @auth/xata-adapter deletes none",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const accounts = ["github", "google", "gitlab"].map((provider) => t.account(id, { provider }))
      for (const account of accounts) await t.adapter.linkAccount(account)

      await t.adapter.deleteUser(id)

      const next = await t.adapter.createUser(t.user())
      for (const account of accounts) {
        const key = accountKey(account)
        t.isNull(await t.adapter.getUserByAccount(key), `the owner at ${key.provider}`)
        await t.adapter.linkAccount({ ...account, userId: next.id })
        t.row(await t.adapter.getUserByAccount(key), { id: next.id }, `the next owner at ${key.provider}`)
      }
    },
  },
  {
    id: "cascades/accounts-are-not-read",
    level: "must",
    clause: "SEC-B6",
    also: ["§7.4"],
    title: "getAccount returns null for the accounts of a deleted user",
    harm: "Provider tokens of a deleted user stay in the database.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const types = ["oauth", "oidc", "email", "webauthn"] as const
      const accounts = [
        t.account(id),
        ...types.map((type) => t.account(id, { provider: `my-${type}`, type })),
      ]
      for (const account of accounts) await t.adapter.linkAccount(account)

      await t.adapter.deleteUser(id)

      for (const { provider, providerAccountId } of accounts)
        t.isNull(await t.adapter.getAccount(providerAccountId, provider), `getAccount at ${provider}`)
    },
  },
  {
    id: "cascades/passkeys-go",
    level: "must",
    clause: "SEC-B6",
    also: ["SEC-F7", "§4 deleteUser", "vector 15"],
    title: "Deleting a user deletes all of their passkeys",
    harm: "A person who deleted their user cannot register the same security key again.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const passkeys = [t.authenticator(id), t.authenticator(id), t.authenticator(id)]
      for (const passkey of passkeys) await t.adapter.createAuthenticator(passkey)

      await t.adapter.deleteUser(id)

      for (const { credentialID } of passkeys)
        t.isNull(await t.adapter.getAuthenticator(credentialID), "getAuthenticator")
      t.equal(await t.adapter.listAuthenticatorsByUserId(id), [], "the list of the deleted user")
    },
  },
]

async function sessionsGo(t: CaseContext, count: number): Promise<NewUser> {
  const given = t.user()
  const { id } = await t.adapter.createUser(given)
  const sessions = Array.from({ length: count }, () => t.session(id))
  for (const session of sessions) await t.adapter.createSession(session)

  await t.adapter.deleteUser(id)

  for (const { sessionToken } of count > 10 ? mostOf(t, sessions) : sessions)
    t.isNull(await t.adapter.getSessionAndUser(sessionToken), "a session of the deleted user")
  return { ...given, id }
}
