import type { Case } from "../../case.ts"
import { tokenKey } from "../row-keys.ts"

const special = [
  "+",
  "/",
  "?",
  "#",
  "%",
  "&",
  "'",
  "*",
  "=",
  "_",
  "-",
  ".",
  "!",
  "$",
  "^",
  "`",
  "{",
  "|",
  "~",
]

export const specialCharacters: readonly Case[] = [
  {
    id: "characters/in-addresses",
    level: "must",
    clause: "§2 AdapterUser",
    also: ["§4 getUserByEmail", "SEC-J11"],
    title: "Addresses with every character that email allows each find their own user",
    harm: "Users with such an address cannot sign in, or are signed in as another user.",
    async run(t) {
      const name = t.unique()
      const created = []
      for (const character of special)
        created.push(await t.adapter.createUser(t.user({ email: `${name}${character}b@example.com` })))

      for (const { id, email } of created)
        t.row(await t.adapter.getUserByEmail(email), { id, email }, `getUserByEmail(${email})`)
    },
  },
  {
    id: "characters/in-token-addresses",
    level: "must",
    clause: "SEC-E1",
    also: ["§4 useVerificationToken"],
    title: "Only the right token works, also for an address with special characters",
    harm: "Any token signs in as the owner of such an address.",
    evidence: '@auth/unstorage-adapter truncates its keys at "?", so every token is accepted',
    async run(t) {
      for (const character of t.some(special, 12)) {
        const stored = t.verificationToken({ identifier: `${t.unique()}${character}b@example.com` })
        await t.adapter.createVerificationToken(stored)
        const { identifier } = stored

        t.isNull(await t.adapter.useVerificationToken({ identifier, token: t.token() }), "a wrong token")
        t.row(await t.adapter.useVerificationToken(tokenKey(stored)), stored, "the right token")
      }
    },
  },
  {
    id: "characters/in-passkey-ids",
    level: "must",
    clause: "client 1.3",
    also: ["SEC-C3", "§4 getAuthenticator", "SEC-F5"],
    guarantees: ["similar_keys"],
    title: "Base64 passkey ids that differ in one character are different passkeys",
    harm: "One user's passkey signs in another user.",
    evidence: '@auth/unstorage-adapter treats "ab/cd" and "ab:cd" as the same key',
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const start = t.unique()
      const ids = ["ab/cd", "ab+cd", "abcd", "ab-cd", "ab_cd", "ab:cd", "AB/CD", "ab/cd=", "ab/cd=="].map(
        (end) => start + end,
      )
      for (const credentialID of ids) {
        t.isNull(await t.adapter.getAuthenticator(credentialID), `${credentialID} before it is stored`)
        await t.adapter.createAuthenticator(
          t.authenticator(id, { credentialID, providerAccountId: credentialID }),
        )
      }

      for (const credentialID of ids)
        t.row(
          await t.adapter.getAuthenticator(credentialID),
          { credentialID, providerAccountId: credentialID },
          credentialID,
        )
    },
  },
]
