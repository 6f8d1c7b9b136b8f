import type { NewCase } from "../../case.ts"
import { newPasskey } from "../stored.ts"

export const authenticators: readonly NewCase[] = [
  {
    id: "authenticators/created-is-found",
    clause: "§4 createAuthenticator",
    also: ["§4 getAuthenticator", "§2 AdapterAuthenticator", "client 1.3"],
    title: "createAuthenticator and getAuthenticator return every field of a passkey with its type",
    harm: "Users cannot sign in with a passkey.",
    evidence: "@auth/kysely-adapter on SQLite returns booleans as numbers",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      for (const credentialBackedUp of [true, false]) {
        const passkey = t.authenticator(id, { credentialBackedUp, counter: 7 })

        t.row(await t.adapter.createAuthenticator(passkey), passkey, "the created passkey")

        t.row(await t.adapter.getAuthenticator(passkey.credentialID), passkey, "getAuthenticator")
      }
    },
  },
  {
    id: "authenticators/unknown-is-null",
    clause: "§7.4",
    also: ["§4 getAuthenticator", "SEC-A1"],
    title: "getAuthenticator returns null for a passkey that does not exist",
    harm: "A passkey of another site breaks the page, or signs in a user.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      await t.adapter.createAuthenticator(t.authenticator(id))

      const { credentialID } = t.authenticator(id)
      t.isNull(await t.adapter.getAuthenticator(credentialID), "getAuthenticator of an unknown passkey")
    },
  },
  {
    id: "authenticators/listed-once",
    clause: "§4 listAuthenticatorsByUserId",
    title: "The list of a user contains each passkey once",
    harm: "A user sees a passkey twice, and cannot tell which one to remove.",
    fix: "Select from one table, or by distinct ids: a join repeats a row for each match.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const passkeys = [t.authenticator(id), t.authenticator(id)]
      for (const passkey of passkeys) await t.adapter.createAuthenticator(passkey)
      // A join with these tables would repeat the passkeys.
      await t.adapter.linkAccount(t.account(id))
      for (const _ of passkeys) await t.adapter.createSession(t.session(id))
      const listed = (await t.adapter.listAuthenticatorsByUserId(id)).map(({ credentialID }) => credentialID)
      const expected = passkeys.map(({ credentialID }) => credentialID)
      t.equal(listed.toSorted(), expected.toSorted(), "the ids in the list")
    },
  },
  {
    id: "authenticators/listed-by-user",
    clause: "§4 listAuthenticatorsByUserId",
    title: "The list contains all passkeys of the user and no others",
    harm: "The browser offers the wrong passkeys, or none.",
    evidence:
      "@auth/surrealdb-adapter always returns an empty list; the test suite of Auth.js does not notice",
    async run(t) {
      const ada = await t.adapter.createUser(t.user())
      const bob = await t.adapter.createUser(t.user())
      const passkeys = [1, 2, 3].map(() => t.authenticator(ada.id))
      for (const passkey of [...passkeys, t.authenticator(bob.id)])
        await t.adapter.createAuthenticator(passkey)

      const listed = await t.adapter.listAuthenticatorsByUserId(ada.id)

      t.check(Array.isArray(listed), "an array", listed)
      t.equal(listed.length, 3, "passkeys of the user")
      for (const passkey of passkeys) {
        const listedPasskey = listed.find(({ credentialID }) => credentialID === passkey.credentialID)
        t.row(listedPasskey, passkey, "a passkey in the list")
      }
    },
  },
  {
    id: "authenticators/list-of-nobody-is-empty",
    clause: "§7.3",
    also: ["§4 listAuthenticatorsByUserId", "vector 24"],
    title: "The list is an empty array for a user without passkeys and for a user who does not exist",
    harm: "Adding the first passkey ends in an error page.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())

      t.equal(await t.adapter.listAuthenticatorsByUserId(id), [], "the list of a user without passkeys")
      const unknownId = crypto.randomUUID()
      t.equal(await t.adapter.listAuthenticatorsByUserId(unknownId), [], "the list of an unknown user")
    },
  },
  {
    id: "authenticators/taken-id-is-refused",
    clause: "SEC-B4",
    also: ["§4 createAuthenticator", "§7.2"],
    title: "A registered passkey cannot be registered again, by its own user or by another",
    harm: "A passkey moves to the last user who registers it, and then signs in that user.",
    async run(t) {
      const ada = await t.adapter.createUser(t.user())
      const mallory = await t.adapter.createUser(t.user())
      const passkey = await newPasskey(t, { userId: ada.id })

      for (const userId of [ada.id, mallory.id]) {
        const again = { ...passkey, userId, credentialPublicKey: "b3RoZXI=" }
        await t.throws(() => t.adapter.createAuthenticator(again), "createAuthenticator again", "conflict")
      }

      t.row(await t.adapter.getAuthenticator(passkey.credentialID), passkey, "the passkey afterwards")
      t.equal(await t.adapter.listAuthenticatorsByUserId(mallory.id), [], "the passkeys of the refused user")
    },
  },
  {
    id: "authenticators/transports-may-be-absent",
    clause: "§2 AdapterAuthenticator",
    also: ["client 1.3"],
    title: "A passkey without transports is stored, and returned without them",
    harm: "Some security keys cannot be registered.",
    evidence: "@auth/core passes transports: undefined when the browser names none",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const { transports: _, ...passkey } = t.authenticator(id)
      const expected = { ...passkey, transports: undefined }

      await t.adapter.createAuthenticator(expected)

      t.row(await t.adapter.getAuthenticator(passkey.credentialID), expected, "getAuthenticator")
    },
  },
  {
    id: "authenticators/longest-id",
    level: "should",
    clause: "SEC-F5",
    guarantees: ["long_text"],
    title: "The longest id that a passkey can have is stored completely",
    harm: "Some security keys cannot be registered, or two keys are treated as one.",
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const credentialID = `${t.unique().padEnd(1362, "Ab+/")}==`
      await t.adapter.createAuthenticator(t.authenticator(id, { credentialID }))

      t.row(await t.adapter.getAuthenticator(credentialID), { credentialID, userId: id }, "getAuthenticator")
      t.isNull(await t.adapter.getAuthenticator(`${credentialID.slice(0, 1300)}==`), "a part of the id")
    },
  },
]
