import type { NewCase } from "../../case.ts"
import { tokenKey } from "../row.ts"
import { expectOwner, newAccount } from "../stored.ts"

export const extras: readonly NewCase[] = [
  {
    id: "extras/sign-up-is-all-or-nothing",
    level: "may",
    clause: "SEC-B10",
    also: ["client 1.6.10"],
    guarantees: ["unique_emails", "unique_accounts"],
    title: "signUp stores the user, the account and the session together, or none of them",
    harm: "A user without an account is locked out permanently.",
    async run(t) {
      const { userId: _, ...account } = t.account("")
      const { userId: __, ...session } = t.session("")
      const { user, ...stored } = await t.extras.signUp({ user: t.user(), account, session })
      t.row(stored.account, { ...account, userId: user.id }, "the account as it was stored")
      t.row(stored.session, { ...session, userId: user.id }, "the session as it was stored")

      await expectOwner(t, account, user.id)
      const sessionAndUser = await t.adapter.getSessionAndUser(session.sessionToken)
      t.row(sessionAndUser?.user, { id: user.id }, "the user of the session")

      const second = t.user()
      const fresh = { sessionToken: t.token(), expires: t.inDays(1) }
      const signUpAgain = () => t.extras.signUp({ user: second, account, session: fresh })
      await t.throws(signUpAgain, "signUp with a taken account", "conflict")
      t.isNull(await t.adapter.getUserByEmail(second.email), "the user of the refused sign-up")
      t.isNull(await t.adapter.getSessionAndUser(fresh.sessionToken), "its session")
    },
  },
  {
    id: "extras/lists-are-the-user's-own",
    level: "may",
    clause: "SEC-D7",
    title: "listSessions and listAccounts return only the user's own rows, without expired sessions",
    harm: "Users cannot see where they are signed in.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const otherUser = await t.adapter.createUser(t.user())
      const { sessionToken } = await t.adapter.createSession(t.session(id))
      await t.adapter.createSession(t.session(id, { expires: t.inDays(-1) }))
      const others = await t.adapter.createSession(t.session(otherUser.id))
      const account = await newAccount(t, { userId: id })
      await t.adapter.linkAccount(t.account(otherUser.id))

      const sessions = await t.extras.listSessions(id)
      const owners = sessions.map(({ userId }) => userId)
      t.equal(owners, [id], "the users of the sessions in the list")
      const accounts = await t.extras.listAccounts(id)
      const accountIds = accounts.map(({ providerAccountId }) => providerAccountId)
      t.equal(accountIds, [account.providerAccountId], "the accounts")

      // Where tokens are stored as hashes, the list shows something else that ends the session.
      await t.adapter.deleteSession(sessions[0]?.sessionToken ?? "")
      t.isNull(await t.adapter.getSessionAndUser(sessionToken), "the session that was ended from the list")
      t.row(
        (await t.adapter.getSessionAndUser(others.sessionToken))?.user,
        { id: otherUser.id },
        "the user of the other session",
      )
    },
  },
  {
    id: "extras/first-verification-counts",
    level: "may",
    clause: "SEC-E9",
    also: ["§3 email verified"],
    title: "verifyEmail keeps the date of the first verification",
    harm: "The date shows when the user last signed in, not when the address was verified.",
    evidence: "@auth/core overwrites the date at each email sign-in",
    async run(t) {
      const { id, email } = await t.adapter.createUser(t.user())
      const first = t.inDays(-2)

      await t.extras.verifyEmail(id, email, first)
      const answer = await t.extras.verifyEmail(id, email, t.inDays(-1))
      t.equal(answer, { ok: false, reason: "refused" }, "the second verification")

      t.row(await t.adapter.getUser(id), { emailVerified: first }, "getUser afterwards")
    },
  },
  {
    id: "extras/only-the-proved-address-is-verified",
    level: "may",
    clause: "SEC-R10",
    also: ["§3 email verified"],
    title: "verifyEmail verifies only the address that was proved",
    harm: "A person who changes the address after requesting a link owns a verified address that nobody proved.",
    async run(t) {
      const { id, email } = await t.adapter.createUser(t.user())
      await t.adapter.updateUser({ id, email: t.user().email })

      const answer = await t.extras.verifyEmail(id, email, t.inDays(-1))
      t.equal(answer, { ok: false, reason: "refused" }, "verifyEmail with the old address")

      t.row(await t.adapter.getUser(id), { emailVerified: null }, "getUser afterwards")
    },
  },
  {
    id: "extras/tokens-of-an-address-are-dropped",
    level: "may",
    clause: "SEC-E4",
    title: "dropTokens deletes all tokens of one address and no others",
    harm: "Old links still work after a person reported that they did not request them.",
    async run(t) {
      const kept = t.verificationToken()
      const gone = [t.verificationToken(), t.verificationToken()]
      const identifier = t.email()
      await t.adapter.createVerificationToken(kept)
      for (const token of gone) await t.adapter.createVerificationToken({ ...token, identifier })

      t.equal(await t.extras.dropTokens(identifier), 2, "tokens that were dropped")

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
    title: "removeAuthenticator permanently removes one passkey and no others",
    harm: "A lost or stolen device can be used to sign in forever.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const [lost, kept] = [t.authenticator(id), t.authenticator(id)]
      for (const passkey of [lost, kept]) await t.adapter.createAuthenticator(passkey)

      t.row(await t.extras.removeAuthenticator(lost.credentialID), lost, "the passkey that was removed")
      t.isNull(await t.extras.removeAuthenticator(lost.credentialID), "removeAuthenticator the second time")

      t.isNull(await t.adapter.getAuthenticator(lost.credentialID), "getAuthenticator afterwards")
      const left = await t.adapter.listAuthenticatorsByUserId(id)
      const ids = left.map(({ credentialID }) => credentialID)
      t.equal(ids, [kept.credentialID], "the passkeys in the list")
    },
  },
]
