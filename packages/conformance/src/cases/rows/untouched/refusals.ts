import type { Case, CaseContext } from "../../../case.ts"
import { expectAsStored, type Person, twoPeople } from "./two-people.ts"

/** Writes that collide with rows of the first person, and updates and deletions of rows that do not exist. */
export const refusals = (t: CaseContext, ada: Person, bob: Person): (() => Promise<unknown>)[] => {
  const [account, session, passkey] = [ada.accounts[0], ada.sessions[0], ada.passkeys[0]]
  const absent = t.account(bob.user.id)
  if (!account || !session || !passkey) return []
  // A write with this owner and a taken key is refused for two reasons.
  const nobody = crypto.randomUUID()
  const fields = { name: "Eve", image: "https://example.com/eve.png", emailVerified: t.inDays(-2) }
  return [
    () => t.adapter.createUser({ ...t.user(fields), email: ada.user.email }),
    () => t.adapter.updateUser({ id: bob.user.id, email: ada.user.email, ...fields }),
    () => t.adapter.updateUser({ id: crypto.randomUUID(), email: t.email(), ...fields }),
    () => t.adapter.linkAccount({ ...account, userId: bob.user.id, access_token: "stolen" }),
    () => t.adapter.createSession({ ...session, userId: bob.user.id, expires: t.inDays(90) }),
    () => t.adapter.createAuthenticator({ ...passkey, userId: bob.user.id, counter: 99 }),
    () => t.adapter.linkAccount({ ...account, userId: nobody }),
    () => t.adapter.createSession({ ...session, userId: nobody }),
    () => t.adapter.createAuthenticator({ ...passkey, userId: nobody }),
    () => t.adapter.updateAuthenticatorCounter(t.authenticator("").credentialID, 99),
    () => t.adapter.updateSession({ sessionToken: t.token(), userId: bob.user.id, expires: t.inDays(90) }),
    () => t.adapter.deleteSession(t.token()),
    () =>
      t.adapter.unlinkAccount({ provider: account.provider, providerAccountId: absent.providerAccountId }),
    () => t.adapter.unlinkAccount({ provider: "absent", providerAccountId: account.providerAccountId }),
    () => t.adapter.deleteUser(crypto.randomUUID()),
    () => t.adapter.useVerificationToken({ identifier: ada.user.email, token: t.token() }),
    () => t.adapter.useVerificationToken({ identifier: t.email(), token: ada.tokens[0]?.token ?? "" }),
  ]
}

export const untouchedByRefusals: readonly Case[] = [
  {
    id: "untouched/by-refused-writes",
    level: "must",
    clause: "SEC-A4",
    also: ["SEC-B2", "SEC-B3", "SEC-B4", "SEC-B5"],
    guarantees: ["unique_emails", "unique_accounts", "unique_sessions"],
    title: "Writes that are refused, or that name a row that does not exist, leave every row unchanged",
    harm: "A failed request changes a name, moves an account or ends a session all the same.",
    fix: "Run all statements of an operation in one transaction, and roll it back when one of them fails.",
    async run(t) {
      const [ada, bob] = await twoPeople(t)
      for (const refused of refusals(t, ada, bob)) await t.attempt(refused)
      await expectAsStored(t, ada)
      await expectAsStored(t, bob)
    },
  },
  {
    id: "untouched/by-lookups",
    level: "must",
    clause: "SEC-B9",
    also: ["§3 session extended"],
    title: "Lookups change nothing: reading every row twice returns the same rows",
    harm: "A session is extended each time it is read, so it never ends.",
    fix: "Leave the extension of sessions to updateSession.",
    async run(t) {
      const [ada, bob] = await twoPeople(t)
      const withoutTokens = { ...ada, tokens: [] }
      for (const person of [withoutTokens, withoutTokens, ada, bob]) await expectAsStored(t, person)
    },
  },
]
