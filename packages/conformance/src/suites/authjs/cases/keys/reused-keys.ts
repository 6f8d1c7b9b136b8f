import { listCases } from "../../case.ts"
import { accountKey, tokenKey } from "../row.ts"
import { expectOwner, newAccount, newToken, readSession } from "../stored.ts"

const fix = "Delete the whole row, with all of its fields and index entries, and insert a new one."

export const reusedKeys = listCases({ fix }, [
  {
    id: "reused-keys/of-existing-users",
    clause: "§4 createUser",
    also: ["client 1.6.1"],
    title: "A new user with an existing id is refused or gets another id, and the first user is unchanged",
    harm: "A sign-up overwrites an existing user, and takes over their sessions and accounts.",
    evidence: "@auth/firebase-adapter and key-value adapters write by id without checking it",
    fix: "Insert without overwriting, or generate the ids in the adapter.",
    async run(t) {
      const user = t.user()
      const first = await t.adapter.createUser(user)

      const second = await t.attempt(() => t.adapter.createUser(t.user({ id: first.id, name: "Grace" })))

      if (second.status === "fulfilled")
        t.check(second.value.id !== first.id, "another id, or an error", second.value.id)
      t.row(await t.adapter.getUser(first.id), { ...user, id: first.id }, "the first user, by id")
      t.row(await t.adapter.getUserByEmail(user.email), { id: first.id }, "the first user, by email")
    },
  },
  {
    id: "reused-keys/of-users",
    clause: "SEC-B6",
    also: ["§4 createUser"],
    title: "A new user with the id of a deleted user has none of the old rows, and can have new ones",
    harm: "A new user inherits the sessions, accounts or passkeys of a deleted one.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user({ emailVerified: t.inDays(-1) }))
      const account = t.account(id)
      const session = t.session(id)
      await t.adapter.linkAccount(account)
      await t.adapter.createSession(session)
      await t.adapter.createAuthenticator(t.authenticator(id))
      await t.adapter.deleteUser(id)

      const next = t.user({ id, name: null, image: null })
      const created = await t.adapter.createUser(next)

      t.row(created, { ...next, id: created.id }, "the new user")
      t.row(await t.adapter.getUser(created.id), { ...next, id: created.id }, "getUser of the new user")
      t.isNull(await t.adapter.getUserByAccount(accountKey(account)), "the owner of the old account")
      t.isNull(await t.adapter.getSessionAndUser(session.sessionToken), "the old session")
      t.equal(await t.adapter.listAuthenticatorsByUserId(created.id), [], "the passkeys of the new user")

      const [link, visit, passkey] = [
        t.account(created.id),
        t.session(created.id),
        t.authenticator(created.id),
      ]
      await t.adapter.linkAccount(link)
      await t.adapter.createSession(visit)
      await t.adapter.createAuthenticator(passkey)
      await expectOwner(t, link, created.id, "the owner of a new account")
      t.row(await readSession(t, visit), visit, "a new session")
      t.row((await t.adapter.listAuthenticatorsByUserId(created.id))[0], passkey, "a new passkey")
    },
  },
  {
    id: "reused-keys/of-addresses",
    clause: "SEC-B6",
    also: ["§4 createUser", "SEC-E9"],
    title: "A new user with the address of a deleted user has none of the fields of the deleted user",
    harm: "The address of the new user counts as verified, although it never was.",
    async run(t) {
      const { id, email } = await t.adapter.createUser(t.user({ emailVerified: t.inDays(-1) }))
      await t.adapter.deleteUser(id)

      const created = await t.adapter.createUser({ email })

      const expected = { id: created.id, email, name: null, image: null, emailVerified: null }
      t.row(created, expected, "the new user")
      t.row(await t.adapter.getUserByEmail(email), expected, "getUserByEmail")
    },
  },
  {
    id: "reused-keys/of-accounts",
    clause: "§4 linkAccount",
    also: ["§4 unlinkAccount", "SEC-B3"],
    title: "An account that is linked again after it was unlinked has none of its old fields",
    harm: "A user gets the provider tokens of the user who had the account before.",
    async run(t) {
      const [ada, bob] = [await t.adapter.createUser(t.user()), await t.adapter.createUser(t.user())]
      const old = await newAccount(t, {
        userId: ada.id,
        refresh_token: "old",
        id_token: "old",
        expires_at: 1_900_000_000,
      })
      await t.adapter.unlinkAccount(accountKey(old))

      const { userId, type, provider, providerAccountId } = { ...old, userId: bob.id }
      await t.adapter.linkAccount({ userId, type, provider, providerAccountId })

      const empty = { access_token: null, refresh_token: null, id_token: null, expires_at: null, scope: null }
      t.row(await t.adapter.getAccount(providerAccountId, provider), { userId, ...empty }, "getAccount")
      await expectOwner(t, old, bob.id, "the owner")
    },
  },
  {
    id: "reused-keys/of-sessions-and-passkeys",
    clause: "SEC-B6",
    also: ["§4 createSession", "§4 createAuthenticator"],
    title: "A session token and a passkey of a deleted user can be stored for another user, and start anew",
    harm: "A person who registers the same security key again cannot sign in, or is signed in as a deleted user.",
    async run(t) {
      const [ada, bob] = [await t.adapter.createUser(t.user()), await t.adapter.createUser(t.user())]
      const session = t.session(ada.id)
      const passkey = t.authenticator(ada.id)
      await t.adapter.createSession(session)
      await t.adapter.createAuthenticator(passkey)
      await t.adapter.updateAuthenticatorCounter(passkey.credentialID, 40)
      await t.adapter.deleteUser(ada.id)

      const ofBob = { session: { ...session, userId: bob.id, expires: t.inDays(3) } }
      await t.adapter.createSession(ofBob.session)
      const registered = { ...passkey, userId: bob.id, counter: 2, transports: "usb" }
      await t.adapter.createAuthenticator(registered)

      const sessionAndUser = await t.adapter.getSessionAndUser(session.sessionToken)
      t.row(sessionAndUser?.session, ofBob.session, "the session")
      t.row(sessionAndUser?.user, { id: bob.id }, "its user")
      t.row(await t.adapter.getAuthenticator(passkey.credentialID), registered, "getAuthenticator")
      const listed = await t.adapter.listAuthenticatorsByUserId(bob.id)
      t.equal(listed.length, 1, "the length of the list")
      t.row(listed[0], registered, "the listed passkey")
    },
  },
  {
    id: "reused-keys/of-tokens",
    clause: "§4 createVerificationToken",
    also: ["SEC-E2"],
    title: "A token that is created again after it was used works once more, with its new expiry",
    harm: "A code that is issued twice is refused, or expires too early.",
    async run(t) {
      const token = await newToken(t)
      t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, "the first token")

      const again = { ...token, expires: t.inDays(2) }
      await t.adapter.createVerificationToken(again)

      t.row(await t.adapter.useVerificationToken(tokenKey(token)), again, "the second token")
      t.isNull(await t.adapter.useVerificationToken(tokenKey(token)), "the second token, used again")
    },
  },
  {
    id: "reused-keys/after-a-deletion-stay",
    clause: "SEC-B6",
    also: ["§4 deleteUser", "§4 unlinkAccount"],
    title: "Rows that are created again after a deletion are not removed by the rest of that deletion",
    harm: "A person who deletes their user and signs up again loses the new user or the link in the new email.",
    fix: "Wait for every statement of a deletion before the call returns.",
    waits: true,
    async run(t) {
      const user = t.user()
      const token = t.verificationToken({ identifier: user.email })
      const [account, passkey] = [t.account(""), t.authenticator("")]
      const store = async (): Promise<string> => {
        // The client creates the token before the user.
        await t.adapter.createVerificationToken(token)
        const { id } = await t.adapter.createUser(user)
        await t.adapter.linkAccount({ ...account, userId: id })
        await t.adapter.createAuthenticator({ ...passkey, userId: id })
        return id
      }
      await t.adapter.deleteUser(await store())
      const userId = await store()
      await t.adapter.unlinkAccount(accountKey(account))
      await t.adapter.linkAccount({ ...account, userId })
      await t.wait(25)

      t.row(await t.adapter.getUserByEmail(user.email), { id: userId }, "the new user")
      await expectOwner(t, account, userId)
      t.row(await t.adapter.getAuthenticator(passkey.credentialID), { userId }, "the passkey")
      t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, "the token")
    },
  },
])
