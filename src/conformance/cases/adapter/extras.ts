import { extras as extrasOf } from "../../../contract/adapter-parts.ts"
import type { Extras } from "../../../contract/extras.ts"
import type { Case, CaseContext } from "../../case.ts"
import { accountKey, tokenKey } from "../row-keys.ts"

/** The extras of the adapter under test, which has those that the case names. */
const offered = (t: CaseContext): Extras => extrasOf(t.raw) as Extras

export const extras: readonly Case[] = [
  {
    id: "extras/sign-up-is-all-or-nothing",
    level: "may",
    clause: "SEC-B10",
    also: ["client 1.6.10"],
    title: "signUp stores user, account and session together, or none of them",
    harm: "A user without an account is locked out for good.",
    needs: ["createUser", "linkAccount", "getUserByEmail", "getUserByAccount", "getSessionAndUser"],
    extras: ["signUp"],
    async run(t) {
      const { userId: _, ...account } = t.account("")
      const { userId: __, ...session } = t.session("")
      const { user, ...stored } = await offered(t).signUp({ user: t.user(), account, session })
      t.row(stored.account, { ...account, userId: user.id }, "the account as it was stored")
      t.row(stored.session, { ...session, userId: user.id }, "the session as it was stored")

      t.row(
        await t.adapter.getUserByAccount(accountKey(account)),
        { id: user.id },
        "the owner of the account",
      )
      const found = await t.adapter.getSessionAndUser(session.sessionToken)
      t.row(found?.user, { id: user.id }, "the user of the session")

      const second = t.user()
      const fresh = { sessionToken: t.token(), expires: t.inDays(1) }
      const refused = () => offered(t).signUp({ user: second, account, session: fresh })
      await t.throws(refused, "signUp with a taken account", "conflict")
      t.isNull(await t.adapter.getUserByEmail(second.email), "the user of the refused sign-up")
      t.isNull(await t.adapter.getSessionAndUser(fresh.sessionToken), "its session")
    },
  },
  {
    id: "extras/lists-are-the-user's-own",
    level: "may",
    clause: "SEC-D7",
    title: "listSessions and listAccounts hold what is the user's, without expired sessions",
    harm: "A person cannot see where they are signed in.",
    needs: ["createUser", "createSession", "linkAccount"],
    extras: ["listSessions", "listAccounts"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const other = await t.adapter.createUser(t.user())
      const { sessionToken } = await t.adapter.createSession(t.session(id))
      await t.adapter.createSession(t.session(id, { expires: t.inDays(-1) }))
      await t.adapter.createSession(t.session(other.id))
      const account = t.account(id)
      await t.adapter.linkAccount(account)
      await t.adapter.linkAccount(t.account(other.id))

      const sessions = await offered(t).listSessions(id)
      t.equal(
        sessions.map((session) => session.sessionToken),
        [sessionToken],
        "the sessions in the list",
      )
      const accounts = await offered(t).listAccounts(id)
      t.equal(
        accounts.map(({ providerAccountId }) => providerAccountId),
        [account.providerAccountId],
        "the accounts",
      )
    },
  },
  {
    id: "extras/first-verification-counts",
    level: "may",
    clause: "SEC-E9",
    also: ["§3 email verified"],
    title: "verifyEmail keeps the date of the first success",
    harm: "The date says when a person last signed in, not since when the address is theirs.",
    evidence: "@auth/core writes the date anew at each email sign-in",
    needs: ["createUser", "getUser"],
    extras: ["verifyEmail"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const first = t.inDays(-2)

      await offered(t).verifyEmail(id, first)
      t.equal(await offered(t).verifyEmail(id, t.inDays(-1)), "refused", "the second verification")

      t.row(await t.adapter.getUser(id), { emailVerified: first }, "getUser afterwards")
    },
  },
  {
    id: "extras/tokens-of-an-address-are-dropped",
    level: "may",
    clause: "SEC-E4",
    title: "dropTokens removes every token of one address and of no other",
    harm: "Old mails still work after a person said that they were not theirs.",
    needs: ["createVerificationToken", "useVerificationToken"],
    extras: ["dropTokens"],
    async run(t) {
      const kept = t.verificationToken()
      const gone = [t.verificationToken(), t.verificationToken()]
      const identifier = t.email()
      await t.adapter.createVerificationToken(kept)
      for (const token of gone) await t.adapter.createVerificationToken({ ...token, identifier })

      t.equal(await offered(t).dropTokens(identifier), 2, "tokens that were dropped")

      for (const { token } of gone)
        t.isNull(await t.adapter.useVerificationToken({ identifier, token }), "a dropped token")
      t.row(await t.adapter.useVerificationToken(tokenKey(kept)), kept, "a token of another address")
    },
  },
  {
    id: "extras/a-passkey-is-removed",
    level: "may",
    clause: "§4 getAuthenticator",
    also: ["§4 listAuthenticatorsByUserId"],
    title: "removeAuthenticator removes one passkey for good and no other",
    harm: "A device that was lost or stolen signs in for ever.",
    needs: ["createUser", "createAuthenticator", "getAuthenticator", "listAuthenticatorsByUserId"],
    extras: ["removeAuthenticator"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const [lost, kept] = [t.authenticator(id), t.authenticator(id)]
      for (const each of [lost, kept]) await t.adapter.createAuthenticator(each)

      t.row(await offered(t).removeAuthenticator(lost.credentialID), lost, "the passkey that was removed")
      t.isNull(await offered(t).removeAuthenticator(lost.credentialID), "removing it once more")

      t.isNull(await t.adapter.getAuthenticator(lost.credentialID), "getAuthenticator afterwards")
      const left = await t.adapter.listAuthenticatorsByUserId(id)
      t.equal(
        left.map(({ credentialID }) => credentialID),
        [kept.credentialID],
        "the passkeys in the list",
      )
    },
  },
]
