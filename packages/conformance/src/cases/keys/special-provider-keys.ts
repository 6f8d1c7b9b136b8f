import type { Case, CaseContext } from "../../case.ts"
import type { NewAccount } from "../../data.ts"
import { accountKey } from "../row-keys.ts"

// The client uses these names itself, and the ids of their accounts are addresses, user ids or passkey ids.
// Every row is found by its own key alone.
const providers = ["email", "credentials", "webauthn", "passkey", "nodemailer", "resend"]
const types = ["oauth", "oidc", "email", "webauthn"] as const

const fix =
  "Look up accounts by (provider, providerAccountId) alone, and treat every provider and type alike."

export const specialProviderKeys: readonly Case[] = [
  {
    id: "special-providers/find-only-accounts",
    level: "must",
    clause: "§4 getUserByAccount",
    also: ["SEC-C1", "§4 getAccount", "§4 unlinkAccount", "§7.4", "§7.5"],
    title: "The address, the id or a key of a user is not an account, whatever the provider is called",
    harm: "A visitor who signs in at one provider with the address of a user is signed in as that user.",
    fix,
    async run(t) {
      const user = await t.adapter.createUser(t.user())
      const { id } = user
      const account = t.account(id)
      const passkey = t.authenticator(id)
      await t.adapter.linkAccount(account)
      await t.adapter.createAuthenticator(passkey)
      const { credentialID } = passkey
      const keys = [user.email, id, account.providerAccountId, credentialID, passkey.providerAccountId]

      for (const provider of t.some(providers, 3))
        for (const providerAccountId of keys) {
          const key = { provider, providerAccountId }
          t.isNull(await t.adapter.getUserByAccount(key), `getUserByAccount at ${provider}`)
          t.isNull(await t.adapter.getAccount(providerAccountId, provider), `getAccount at ${provider}`)
          t.isNothing(await t.adapter.unlinkAccount(key), `unlinkAccount at ${provider}`)
        }
      t.row(await t.adapter.getUser(id), user, "the user afterwards")
      t.row(
        await t.adapter.getUserByAccount(accountKey(account)),
        { id },
        "the owner of the account afterwards",
      )
      t.row(await t.adapter.getAuthenticator(credentialID), passkey, "the passkey afterwards")
    },
  },
  {
    id: "special-providers/refuse-a-second-owner",
    level: "must",
    clause: "SEC-B3",
    also: ["§4 linkAccount"],
    guarantees: ["unique_accounts"],
    title: "An account of any provider and type that is already linked cannot be linked to another user",
    harm: "The call reports success, but the account signs the second user in as the first.",
    fix,
    async run(t) {
      const mallory = await t.adapter.createUser(t.user())
      for (const provider of [...providers, "github"])
        for (const type of t.some(types, 1)) {
          const account = await linked(t, { provider, type })
          for (const taken of [
            { ...account, userId: mallory.id, access_token: "stolen" },
            { provider, type, userId: mallory.id, providerAccountId: account.providerAccountId },
          ])
            await t.throws(
              () => t.adapter.linkAccount(taken),
              `linkAccount of a linked ${type} account`,
              "conflict",
            )
          const found = await t.adapter.getAccount(account.providerAccountId, provider)
          t.row(found, account, `the account at ${provider} afterwards`)
        }
    },
  },
]

async function linked(t: CaseContext, of: Pick<NewAccount, "provider" | "type">): Promise<NewAccount> {
  const { id, email } = await t.adapter.createUser(t.user())
  const account = t.account(id, { ...of, ...(of.type === "email" && { providerAccountId: email }) })
  await t.adapter.linkAccount(account)
  return account
}
