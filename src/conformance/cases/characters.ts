import type { Case } from "../case.ts"
import { accountKey, tokenKey } from "./key-of.ts"

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

const hostile = [
  `' OR '1'='1`,
  `" OR ""="`,
  "'; DROP TABLE users; --",
  "\\",
  "%",
  "_",
  "*",
  "?",
  ".*",
  "[a-z]*",
  "{{7*7}}",
]

export const characters: readonly Case[] = [
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
  {
    id: "characters/hostile-lookups-find-nobody",
    level: "must",
    clause: "SEC-J8",
    also: ["SEC-J11", "SEC-J3"],
    title: "Quotes, wildcards and patterns in a lookup are text like any other",
    harm: "A visitor reads or becomes any user by sending a pattern.",
    evidence: "CVE-2026-33468 (Kysely), CVE-2024-21508 (mysql2)",
    fix: "Hand values to the store as parameters, never as part of a statement or a pattern.",
    needs: ["createUser", "createSession", "getUser", "getUserByEmail", "getSessionAndUser"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      await t.adapter.createSession(t.session(id))

      for (const text of hostile) {
        t.isNull(await t.adapter.getUser(text), `getUser(${JSON.stringify(text)})`)
        t.isNull(await t.adapter.getUserByEmail(`${text}@example.com`), `getUserByEmail with ${text}`)
        t.isNull(await t.adapter.getSessionAndUser(text), `getSessionAndUser(${JSON.stringify(text)})`)
      }
    },
  },
  {
    id: "characters/hostile-text-is-kept",
    level: "must",
    clause: "SEC-J11",
    also: ["vector 21", "SEC-J7"],
    title: "Names with quotes, backslashes, emoji and letters of all scripts come back as given",
    harm: "People with such a name cannot sign up, or are shown another.",
    needs: ["createUser", "updateUser", "getUser"],
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      const names = [
        "Ada O'Hara",
        "陳大文",
        "مها العلي",
        "Zoë \u{1f9d1}\u{1f3fd}\u200d\u{1f4bb}",
        "e\u0301 and \u00e9",
        "a\tb\nc",
        "  spaced  ",
      ]
      for (const name of [...names, ...hostile]) {
        t.row(await t.adapter.updateUser({ id, name }), { name }, "the updated user")
        t.row(await t.adapter.getUser(id), { name }, "getUser")
      }
    },
  },
  {
    id: "characters/names-of-code-find-nobody",
    level: "must",
    clause: "SEC-J5",
    also: ["§7.5"],
    title: 'Lookups by words such as "constructor" and "__proto__" find nobody',
    harm: "A visitor who sends such a word is taken for a user.",
    fix: "Keep rows in a Map or an object without a prototype.",
    needs: ["getUser", "getUserByEmail", "getUserByAccount", "getSessionAndUser"],
    async run(t) {
      for (const word of ["constructor", "__proto__", "toString", "hasOwnProperty", "prototype", "length"]) {
        t.isNull(await t.adapter.getUser(word), `getUser("${word}")`)
        t.isNull(await t.adapter.getUserByEmail(word), `getUserByEmail("${word}")`)
        t.isNull(await t.adapter.getSessionAndUser(word), `getSessionAndUser("${word}")`)
        for (const provider of [word, "github"])
          t.isNull(
            await t.adapter.getUserByAccount({ provider, providerAccountId: word }),
            `account "${word}"`,
          )
      }
    },
  },
  {
    id: "characters/kinds-of-row-do-not-mix",
    level: "must",
    clause: "SEC-C3",
    also: ["§4 getUser", "§4 getSessionAndUser"],
    title: "The key of one kind of row finds nothing among the others",
    harm: "An id that is public opens a session, or a session passes for a user.",
    evidence:
      'getUser("email:…") reads the index of addresses in @auth/unstorage-adapter; @auth/pouchdb-adapter returns a session as a user',
    needs: ["createUser", "linkAccount", "createSession", "getUser", "getUserByAccount", "getSessionAndUser"],
    async run(t) {
      const { id, email } = await t.adapter.createUser(t.user())
      const { sessionToken } = await t.adapter.createSession(t.session(id))
      const account = t.account(id)
      await t.adapter.linkAccount(account)
      const foreign = [email, sessionToken, `email:${email}`, `user:${id}`, `session:${sessionToken}`]
      foreign.push(`account:${account.provider}:${account.providerAccountId}`, account.providerAccountId)

      for (const key of foreign) t.isNull(await t.adapter.getUser(key), `getUser(${key})`)
      for (const key of [id, email, `by-user-id:${id}`])
        t.isNull(await t.adapter.getSessionAndUser(key), `getSessionAndUser(${key})`)
      t.row(await t.adapter.getUserByAccount(accountKey(account)), { id }, "the account itself")
    },
  },
]
