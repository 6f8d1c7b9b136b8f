import type { Case } from "../../case.ts"
import { accountKey } from "../row-keys.ts"

export const missingOwners: readonly Case[] = [
  {
    id: "owners/accounts-of-nobody-lead-nowhere",
    level: "must",
    clause: "§4 getUserByAccount",
    also: ["SEC-B6"],
    guarantees: ["foreign_keys"],
    title: "An account linked to a user who does not exist finds no user",
    harm: "The client continues with an incomplete user.",
    async run(t) {
      const account = t.account(crypto.randomUUID())
      await t.attempt(() => t.adapter.linkAccount(account))

      t.isNull(await t.adapter.getUserByAccount(accountKey(account)), "getUserByAccount")
    },
  },
  {
    id: "owners/accounts-of-nobody-are-refused",
    level: "should",
    clause: "§4 linkAccount",
    guarantees: ["foreign_keys"],
    title: "Linking an account to a user who does not exist throws",
    harm: "The account is taken but has no user, so its owner can never link it.",
    evidence: "@auth/neo4j-adapter writes nothing and reports success",
    async run(t) {
      const orphan = t.account(crypto.randomUUID())

      await t.throws(() => t.adapter.linkAccount(orphan), "linkAccount for an unknown user", "not_found")
    },
  },
  {
    id: "owners/sessions-of-nobody-sign-nobody-in",
    level: "must",
    clause: "§4 getSessionAndUser",
    guarantees: ["foreign_keys"],
    title: "A session of a user who does not exist is not found",
    harm: "Pages break on a session without a user.",
    async run(t) {
      const session = t.session(crypto.randomUUID())
      await t.attempt(() => t.adapter.createSession(session))

      t.isNull(await t.adapter.getSessionAndUser(session.sessionToken), "getSessionAndUser")
    },
  },
  {
    id: "owners/sessions-of-nobody-are-refused",
    level: "should",
    clause: "§4 createSession",
    guarantees: ["foreign_keys"],
    title: "Creating a session for a user who does not exist throws",
    harm: "The client sets a cookie for a session that never works.",
    evidence: "@auth/neo4j-adapter writes nothing and reports success",
    async run(t) {
      const orphan = t.session(crypto.randomUUID())

      await t.throws(() => t.adapter.createSession(orphan), "createSession for an unknown user", "not_found")
    },
  },
  {
    id: "owners/passkeys-of-nobody-are-refused",
    level: "should",
    clause: "§7.2",
    also: ["§4 createAuthenticator"],
    guarantees: ["foreign_keys"],
    title: "Registering a passkey for a user who does not exist throws",
    harm: "A user is shown that the passkey was registered, but it never works.",
    async run(t) {
      const orphan = t.authenticator(crypto.randomUUID())

      await t.throws(() => t.adapter.createAuthenticator(orphan), "createAuthenticator", "not_found")
    },
  },
  {
    id: "owners/passkeys-of-nobody-are-not-lost",
    level: "must",
    clause: "§7.2",
    also: ["§4 createAuthenticator"],
    guarantees: ["foreign_keys"],
    title:
      "A passkey for a user who does not exist is refused, or stored and found: success is never pretended",
    harm: "A user is shown that the passkey was registered, but it never works.",
    evidence: "@auth/neo4j-adapter writes nothing for an unknown user and reports success",
    fix: "Throw if the statement inserted no row.",
    async run(t) {
      const gone = await t.adapter.createUser(t.user())
      await t.adapter.deleteUser(gone.id)
      for (const userId of [crypto.randomUUID(), gone.id]) {
        const passkey = t.authenticator(userId)
        const created = await t.attempt(() => t.adapter.createAuthenticator(passkey))
        const found = await t.adapter.getAuthenticator(passkey.credentialID)
        if (created.status === "rejected") t.isNull(found, "getAuthenticator after the refusal")
        else t.row(found, passkey, "getAuthenticator after createAuthenticator succeeded")
      }
    },
  },
  {
    id: "owners/refused-rows-leave-their-keys-free",
    level: "must",
    clause: "§4 linkAccount",
    also: ["§4 createSession", "§4 createAuthenticator", "SEC-A4"],
    guarantees: ["foreign_keys"],
    title: "A key that was refused because its user does not exist can be used by a user who exists",
    harm: "A failed sign-up blocks an account for ever.",
    fix: "Check the owner and insert the row in one transaction.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const nobody = crypto.randomUUID()
      const [account, session, passkey] = [t.account(id), t.session(id), t.authenticator(id)]
      const refused = async (call: () => Promise<unknown>) => (await t.attempt(call)).status === "rejected"

      // An adapter that stores such a row may refuse its key afterwards.
      if (await refused(() => t.adapter.linkAccount({ ...account, userId: nobody }))) {
        await t.adapter.linkAccount(account)
        t.row(await t.adapter.getUserByAccount(accountKey(account)), { id }, "the owner of the account")
      }
      if (await refused(() => t.adapter.createSession({ ...session, userId: nobody }))) {
        await t.adapter.createSession(session)
        const found = await t.adapter.getSessionAndUser(session.sessionToken)
        t.row(found?.session, session, "the session")
      }
      if (await refused(() => t.adapter.createAuthenticator({ ...passkey, userId: nobody }))) {
        await t.adapter.createAuthenticator(passkey)
        t.row(await t.adapter.getAuthenticator(passkey.credentialID), passkey, "the passkey")
      }
    },
  },
]
