import type { CaseContext, NewCase } from "../../case.ts"
import type { NewAccount } from "../../data.ts"
import { accountKey } from "../row.ts"
import { expectOwner, newAccount, readAccount } from "../stored.ts"

export const accounts: readonly NewCase[] = [
  {
    id: "accounts/owner-is-found",
    clause: "§4 getUserByAccount",
    also: ["§4 linkAccount"],
    title: "getUserByAccount finds the user that an account was linked to",
    harm: "Every OAuth sign-in of an existing user creates a new user.",
    async run(t) {
      const user = t.user()
      const { id } = await t.adapter.createUser(user)
      const tokens = {
        refresh_token: "ghr_Refresh",
        id_token: "eyJhbGciOi.e30.c2ln",
        expires_at: 1_900_000_000,
      }
      const account = t.account(id, tokens)

      t.rowOrNothing(await t.adapter.linkAccount(account), account, "what linkAccount returned")

      t.row(await t.adapter.getUserByAccount(accountKey(account)), { ...user, id }, "getUserByAccount")
    },
  },
  {
    id: "accounts/found-by-position",
    clause: "§4 getAccount",
    also: ["§2 AdapterAccount", "§1.5", "client 1.3"],
    title: "getAccount takes the providerAccountId first and the provider second, and returns the account",
    harm: "Users cannot sign in with a passkey.",
    async run(t) {
      const account = await newAccount(t, { refresh_token: "ghr_refresh", id_token: "eyJhbGciOi.e30.c2ln" })

      t.row(await t.adapter.getAccount(account.providerAccountId, account.provider), account, "getAccount")
      const storedAccount = await t.adapter.getAccount(account.provider, account.providerAccountId)
      t.isNull(storedAccount, "getAccount with its arguments swapped")
    },
  },
  {
    id: "accounts/unknown-account-is-null",
    clause: "§7.4",
    also: ["§4 getAccount", "SEC-A1"],
    title: "getAccount returns null unless both the provider and the providerAccountId match",
    harm: "A user of one provider is signed in as a user of another provider.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const { provider, providerAccountId } = await linkNewAccount(t, id)

      t.isNull(await t.adapter.getAccount(providerAccountId, "gitlab"), "getAccount at another provider")
      t.isNull(await t.adapter.getAccount(t.unique(), provider), "getAccount with another id")
      t.isNull(await t.adapter.getAccount(t.unique(), "gitlab"), "getAccount with neither right")
    },
  },
  {
    id: "accounts/unknown-owner-is-null",
    clause: "§7.5",
    also: ["§4 getUserByAccount", "SEC-A1"],
    title: "getUserByAccount returns null unless both the provider and the providerAccountId match",
    harm: "A user of one provider is signed in as a user of another provider.",
    evidence: "CVE-2026-110863: better-auth looked accounts up without the provider",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const { provider, providerAccountId } = await linkNewAccount(t, id)

      for (const key of [
        { provider: "gitlab", providerAccountId },
        { provider, providerAccountId: t.unique() },
        { provider: "gitlab", providerAccountId: t.unique() },
      ])
        t.isNull(await t.adapter.getUserByAccount(key), `getUserByAccount at ${key.provider}`)
    },
  },
  {
    id: "accounts/same-id-at-two-providers",
    clause: "§4 linkAccount",
    also: ["§4 getUserByAccount"],
    title: "The same id at two providers is two accounts, which can belong to two users",
    harm: "The second user cannot sign in, or is signed in as the first.",
    evidence: "@auth/edgedb-adapter refuses the second account: its schema makes the id alone unique",
    async run(t) {
      const providerAccountId = t.unique()
      for (const provider of ["github", "gitlab"]) {
        const { id } = await t.adapter.createUser(t.user())
        await t.adapter.linkAccount(t.account(id, { provider, providerAccountId }))
        const owner = await t.adapter.getUserByAccount({ provider, providerAccountId })
        t.row(owner, { id }, `the owner at ${provider}`)
      }
    },
  },
  {
    id: "accounts/several-of-one-user",
    clause: "§2 AdapterAccount",
    also: ["§4 linkAccount"],
    title: "One user can have several accounts, including two at the same provider",
    harm: "Linking a second sign-in method breaks the first.",
    evidence: "The MySQL schema in the documentation of @auth/prisma-adapter makes userId unique",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const accounts = []
      for (const provider of ["github", "github", "google"])
        accounts.push(await linkNewAccount(t, id, { provider }))

      for (const account of accounts) await expectOwner(t, account, id, "the owner")
    },
  },
  {
    id: "accounts/every-type-is-kept",
    clause: "§2 AdapterAccountType",
    also: ["§5.3"],
    title: "Accounts of all four types are stored with their type",
    harm: "A sign-in method that the application offers does not work.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      for (const type of ["oauth", "oidc", "email", "webauthn"] as const) {
        const account = await linkNewAccount(t, id, { type, provider: `${type}-provider` })
        t.row(await readAccount(t, account), { type, userId: id }, `the account of type ${type}`)
      }
    },
  },
]

async function linkNewAccount(
  t: CaseContext,
  userId: string,
  overrides?: Partial<NewAccount>,
): Promise<NewAccount> {
  const account = t.account(userId, overrides)
  await t.adapter.linkAccount(account)
  return account
}
