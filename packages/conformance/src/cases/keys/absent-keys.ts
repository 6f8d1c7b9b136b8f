import type { Case, CaseContext } from "../../case.ts"
import { flatPair } from "../lookups.ts"
import { absentKeyCase, type Keyed, type KeyKind } from "./absent-key-case.ts"

const newUser = async (t: CaseContext) => (await t.adapter.createUser(t.user())).id

export const absentKeys: readonly Case[] = (
  [
    {
      id: "session-tokens",
      name: "A session token",
      clause: "SEC-D13",
      also: ["SEC-J8", "SEC-J10"],
      harm: "A visitor who guesses a part of a token, or a number, gets the session of another person.",
      async store(t, key) {
        const session = t.session(await newUser(t), { sessionToken: key })
        await t.adapter.createSession(session)
        return {
          key,
          expected: session,
          read: async (sessionToken) => flatPair(await t.adapter.getSessionAndUser(sessionToken)),
          writes: (sessionToken) => [
            t.adapter.updateSession({ sessionToken, expires: t.inDays(5) }),
            t.adapter.deleteSession(sessionToken),
          ],
        }
      },
    },
    {
      id: "account-ids",
      name: "A providerAccountId",
      clause: "SEC-C1",
      also: ["SEC-J8", "SEC-J10", "§4 unlinkAccount"],
      harm: "A user whose id at the provider is similar is signed in as another user.",
      store: async (t, key) => accountOf(t, await linked(t, { providerAccountId: key }), "providerAccountId"),
    },
    {
      id: "providers",
      name: "A provider",
      count: 1,
      clause: "SEC-C1",
      also: ["SEC-J8", "§4 unlinkAccount"],
      harm: "Users of one provider sign in as users of another, or lose their account there.",
      store: async (t) => accountOf(t, await linked(t, { provider: `git-hub_${t.unique()}` }), "provider"),
    },
    {
      id: "passkey-ids",
      name: "A credentialID",
      clause: "SEC-F5",
      also: ["SEC-J8", "SEC-J10"],
      harm: "The passkey of one user signs in another.",
      async store(t, key) {
        const passkey = t.authenticator(await newUser(t), { credentialID: key })
        await t.adapter.createAuthenticator(passkey)
        return {
          key,
          expected: passkey,
          read: (id) => t.adapter.getAuthenticator(id),
          writes: (id) => [t.adapter.updateAuthenticatorCounter(id, 9)],
        }
      },
    },
  ] satisfies readonly KeyKind[]
).map(absentKeyCase)

async function linked(t: CaseContext, overrides: { provider?: string; providerAccountId?: string }) {
  const account = t.account(await newUser(t), overrides)
  await t.adapter.linkAccount(account)
  return account
}

function accountOf(
  t: CaseContext,
  account: ReturnType<CaseContext["account"]>,
  name: "provider" | "providerAccountId",
): Keyed {
  const { provider, providerAccountId, userId } = account
  return {
    key: account[name],
    expected: { ...account, id: userId },
    async read(key) {
      const given = { provider, providerAccountId, [name]: key }
      const owner = await t.adapter.getUserByAccount(given)
      const found = await t.adapter.getAccount(given.providerAccountId, given.provider)
      return owner || found ? { ...found, id: owner?.id } : null
    },
    writes: (key) => [t.adapter.unlinkAccount({ provider, providerAccountId, [name]: key })],
  }
}
