import type { OperationName } from "mortise"
import type { Case, CaseContext } from "../../../case.ts"
import { kebabCase } from "../../kebab-case.ts"
import { accountKey, tokenKey } from "../../row-keys.ts"
import { expectAsStored, type Person, twoPeople } from "./two-people.ts"

// Each case makes one call among the rows of two people and then reads every row: only the named row may differ.

type Call = {
  readonly operation: OperationName
  /** Calls the operation and changes the person as the call must change the stored rows. */
  make(t: CaseContext, ada: Person, bob: Person): Promise<unknown>
}

const untouched = ({ operation, make }: Call): Case => ({
  id: `untouched/by-${kebabCase(operation)}`,
  level: "must",
  clause: `§4 ${operation}`,
  also: ["SEC-A5"],
  title: `${operation} changes the row that it names and no other row of this or another user`,
  harm: "One call signs out a user, changes a counter or removes a sign-in method that it does not name.",
  fix: "Name the whole key in the WHERE clause, and check triggers and cascades.",
  async run(t) {
    const [ada, bob] = await twoPeople(t)
    await make(t, ada, bob)
    await expectAsStored(t, ada)
    await expectAsStored(t, bob)
  },
})

/** One call of each operation that writes. */
export const calls: readonly Call[] = [
  { operation: "createUser", make: (t) => t.adapter.createUser(t.user()) },
  {
    operation: "updateUser",
    async make(t, { user }) {
      const fields = [
        { name: "Grace" },
        { image: null },
        { emailVerified: t.inDays(-1) },
        { email: t.email() },
      ]
      for (const changes of fields) {
        await t.adapter.updateUser({ id: user.id, ...changes })
        Object.assign(user, changes)
      }
    },
  },
  {
    operation: "deleteUser",
    async make(t, { user, accounts }) {
      const [gone] = await twoPeople(t)
      // The deleted user is the first of this provider.
      const [first, second] = [gone.user, user].map(({ id }) => t.account(id, { provider: `p${t.unique()}` }))
      if (!first || !second) return
      second.provider = first.provider
      for (const account of [first, second]) await t.adapter.linkAccount(account)
      accounts.push(second)
      await t.adapter.deleteUser(gone.user.id)
    },
  },
  {
    operation: "linkAccount",
    async make(t, ...people) {
      for (const { user, accounts } of people)
        for (const type of ["oauth", "oidc", "email", "webauthn"] as const) {
          const account = t.account(user.id, { type, access_token: t.unique() })
          await t.adapter.linkAccount(account)
          accounts.push(account)
        }
    },
  },
  {
    operation: "unlinkAccount",
    async make(t, { accounts }) {
      const account = accounts.shift()
      if (account) await t.adapter.unlinkAccount(accountKey(account))
    },
  },
  {
    operation: "createSession",
    async make(t, { user, sessions }) {
      const session = t.session(user.id)
      await t.adapter.createSession(session)
      sessions.push(session)
    },
  },
  {
    operation: "updateSession",
    async make(t, { user, sessions: [session] }, bob) {
      const moved = await t.adapter.createSession(t.session(user.id))
      // An adapter may ignore or refuse another owner.
      await t.attempt(() =>
        t.adapter.updateSession({ sessionToken: moved.sessionToken, userId: bob.user.id }),
      )
      if (!session) return
      session.expires = t.inDays(60)
      const { sessionToken, expires } = session
      await t.adapter.updateSession({ sessionToken, expires })
    },
  },
  {
    operation: "deleteSession",
    make: async (t, { sessions }) => t.adapter.deleteSession(sessions.shift()?.sessionToken ?? ""),
  },
  {
    operation: "createVerificationToken",
    async make(t, { user, tokens }) {
      const token = t.verificationToken({ identifier: user.email })
      await t.adapter.createVerificationToken(token)
      tokens.push(token)
    },
  },
  {
    operation: "useVerificationToken",
    async make(t, { tokens }) {
      const token = tokens.shift()
      if (token) await t.adapter.useVerificationToken(tokenKey(token))
    },
  },
  {
    operation: "createAuthenticator",
    async make(t, { user, passkeys }) {
      const passkey = t.authenticator(user.id, { providerAccountId: passkeys[0]?.providerAccountId ?? "" })
      await t.adapter.createAuthenticator(passkey)
      passkeys.push(passkey)
    },
  },
  {
    operation: "updateAuthenticatorCounter",
    async make(t, { passkeys }) {
      // The highest counter: an adapter that never lowers a counter would hide a write to the other ones.
      const passkey = passkeys.at(-1)
      if (!passkey) return
      passkey.counter = 9
      await t.adapter.updateAuthenticatorCounter(passkey.credentialID, 9)
    },
  },
]

export const untouchedRows: readonly Case[] = calls.map(untouched)
