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
    title: "Addresses with the characters that mail allows each find their own user",
    harm: "People with such an address cannot sign in, or sign in as others.",
    needs: ["createUser", "getUserByEmail"],
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
    title: "For an address with special characters, too, only the right token works",
    harm: "Any token signs in as the owner of such an address.",
    evidence: '@auth/unstorage-adapter cuts its keys at "?": every token is accepted',
    needs: ["createVerificationToken", "useVerificationToken"],
    async run(t) {
      for (const character of special) {
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
    title: "Ids of passkeys in base64 are told apart, to the letter",
    harm: "One person's passkey signs in another.",
    evidence: '@auth/unstorage-adapter takes "ab/cd" and "ab:cd" for one',
    needs: ["createUser", "createAuthenticator", "getAuthenticator"],
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
