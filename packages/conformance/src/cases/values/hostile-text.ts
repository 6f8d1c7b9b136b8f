import type { Case } from "../../case.ts"
import { accountKey } from "../row-keys.ts"

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

const namesOfCode = ["constructor", "__proto__", "toString", "hasOwnProperty", "prototype", "length"]

export const hostileText: readonly Case[] = [
  {
    id: "hostile-text/finds-nobody",
    level: "must",
    clause: "SEC-J8",
    also: ["SEC-J11", "SEC-J3"],
    title: "Quotes, wildcards and patterns in a lookup are compared literally",
    harm: "A visitor who sends a pattern reads the data of a user or signs in as that user.",
    evidence: "CVE-2026-33468 (Kysely), CVE-2024-21508 (mysql2)",
    fix: "Pass values as parameters, never as part of a statement or a pattern.",
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
    id: "hostile-text/is-kept",
    level: "must",
    clause: "SEC-J11",
    also: ["vector 21", "SEC-J7"],
    title: "Names with quotes, backslashes, emoji and letters of all scripts are returned unchanged",
    harm: "Users with such a name cannot sign up, or see a different name.",
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
      for (const name of names) {
        const created = await t.adapter.createUser(t.user({ name, image: name }))
        t.row(created, { name, image: name }, "the created user")
        t.row(await t.adapter.getUser(created.id), { name }, "getUser")
      }
    },
  },
  {
    id: "hostile-text/names-of-code-find-nobody",
    level: "must",
    clause: "SEC-J5",
    also: ["§7.5"],
    title: 'Lookups by words such as "constructor" and "__proto__" find no user',
    harm: "A visitor who sends such a word is treated as a user.",
    fix: "Store rows in a Map or in an object without a prototype.",
    async run(t) {
      for (const word of namesOfCode) {
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
    id: "hostile-text/names-of-code-are-ordinary",
    level: "must",
    clause: "SEC-J5",
    also: ["§7.3", "§7.4", "§7.5"],
    title: 'Words such as "constructor" and "__proto__" find no account, passkey or token, and do no harm',
    harm: "A visitor who sends such a word causes an error, or is treated as the owner of a row.",
    fix: "Store rows in a Map or in an object without a prototype.",
    async run(t) {
      for (const word of namesOfCode) {
        const key = { provider: word, providerAccountId: word }
        t.isNull(await t.adapter.getAccount(word, word), `getAccount("${word}")`)
        t.isNull(await t.adapter.getAuthenticator(word), `getAuthenticator("${word}")`)
        t.equal(await t.adapter.listAuthenticatorsByUserId(word), [], `the passkeys of "${word}"`)
        const token = { identifier: word, token: word }
        t.isNull(await t.adapter.useVerificationToken(token), `useVerificationToken("${word}")`)
        t.isNothing(
          await t.adapter.updateSession({ sessionToken: word, expires: t.inDays(1) }),
          `updateSession("${word}")`,
        )
        t.isNothing(await t.adapter.deleteSession(word), `deleteSession("${word}")`)
        t.isNothing(await t.adapter.unlinkAccount(key), `unlinkAccount("${word}")`)
        t.isNothing(await t.adapter.deleteUser(word), `deleteUser("${word}")`)
      }
    },
  },
  {
    id: "hostile-text/kinds-of-row-do-not-mix",
    level: "must",
    clause: "SEC-C3",
    also: ["§4 getUser", "§4 getSessionAndUser"],
    title: "The key of one kind of row does not find a row of another kind",
    harm: "A public id opens a session, or a session is treated as a user.",
    evidence:
      'getUser("email:…") reads the index of addresses in @auth/unstorage-adapter; @auth/pouchdb-adapter returns a session as a user',
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
  {
    id: "hostile-text/look-of-a-date",
    level: "must",
    clause: "SEC-A6",
    title: "Text that looks like a date, a number or a literal is returned as text",
    harm: "A user with such a name breaks the pages that show it, or cannot sign up.",
    evidence:
      "@auth/unstorage-adapter and @auth/kysely-adapter return the name as a Date; @auth/fauna-adapter throws",
    fix: "Convert a value by the type of its column, never by its content.",
    async run(t) {
      for (const name of [
        "2020-01-01T00:00:00.000Z",
        "2020-01-01",
        "12345",
        "1e3",
        "true",
        "null",
        "{}",
        "[]",
      ]) {
        const { id, email } = await t.adapter.createUser(t.user({ name, image: name }))

        t.row(await t.adapter.getUser(id), { name, image: name }, "getUser")
        t.row(await t.adapter.getUserByEmail(email), { name, image: name }, "getUserByEmail")
      }
    },
  },
]
