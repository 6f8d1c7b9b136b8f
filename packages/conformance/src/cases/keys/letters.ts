import type { Case } from "../../case.ts"
import { times } from "../race-helpers.ts"
import { accountKey, tokenKey } from "../row-keys.ts"

// Letters that a language, a collation or a normalization treats as equal: the Turkish i with and without a dot, the
// German sharp s, the Greek sigma, accents, ligatures, full-width letters, and signs that look like letters.
const groups = [
  ["I", "i", "İ", "ı", "i̇"],
  ["ß", "ss", "ẞ", "SS"],
  ["Σ", "σ", "ς"],
  ["é", "e", "è", "e\u0301"],
  ["ﬁ", "fi"],
  ["ａ", "a", "ª"],
  ["K", "k", "\u212a"],
  ["Å", "\u212b", "A\u030a"],
  ["ſ", "s"],
  ["1", "¹", "①"],
]

const largest = Math.max(...groups.map(({ length }) => length))

// Mailboxes of different people. The other groups may be one address, if the adapter says so consistently.
const otherMailboxes = [
  ["ı", "i"],
  ["ß", "ss"],
  ["é", "e"],
  ["ö", "o"],
  ["ø", "o"],
  ["ł", "l"],
]

const fix = "Compare key columns byte by byte, with a binary collation, and never fold the case of a key."

export const letters: readonly Case[] = [
  {
    id: "letters/in-session-tokens",
    level: "must",
    clause: "SEC-D13",
    also: ["SEC-J10"],
    guarantees: ["similar_keys"],
    title: "Session tokens that differ in letters that some languages treat as equal are different tokens",
    harm: "A request gets the session of another person.",
    fix,
    async run(t) {
      const users = await Promise.all(times(largest, () => t.adapter.createUser(t.user())))
      for (const group of t.some(groups, 3)) {
        const start = t.unique()
        const sessions = []
        for (const [nth, letter] of group.entries()) {
          const { id = "" } = users[nth] ?? {}
          const session = t.session(id, { sessionToken: `${start}${letter}x` })
          await t.adapter.createSession(session)
          sessions.push(session)
        }
        for (const session of sessions)
          t.row((await t.adapter.getSessionAndUser(session.sessionToken))?.session, session, "a session")
        const [{ sessionToken } = t.session(""), ...others] = sessions
        await t.adapter.updateSession({ sessionToken, expires: t.inDays(5) })
        await t.adapter.deleteSession(sessionToken)
        for (const session of others)
          t.row(
            (await t.adapter.getSessionAndUser(session.sessionToken))?.session,
            session,
            "another session",
          )
      }
    },
  },
  {
    id: "letters/in-accounts",
    level: "must",
    clause: "SEC-C1",
    also: ["SEC-J10"],
    guarantees: ["similar_keys"],
    title: "Account ids that differ in letters that some languages treat as equal are different accounts",
    harm: "An attacker registers a look-alike id at the provider and signs in as another user.",
    fix,
    async run(t) {
      const users = await Promise.all(times(largest, () => t.adapter.createUser(t.user())))
      for (const group of t.some(groups, 3)) {
        const start = t.unique()
        const accounts = []
        for (const [nth, letter] of group.entries()) {
          const { id = "" } = users[nth] ?? {}
          const account = t.account(id, { providerAccountId: `${start}${letter}x` })
          await t.adapter.linkAccount(account)
          accounts.push(account)
        }
        const [first = t.account(""), ...others] = accounts
        for (const account of accounts) {
          const { userId, providerAccountId, provider } = account
          t.row(await t.adapter.getUserByAccount(accountKey(account)), { id: userId }, "the owner")
          t.row(await t.adapter.getAccount(providerAccountId, provider), account, "the account")
        }
        await t.adapter.unlinkAccount(accountKey(first))
        for (const account of others)
          t.row(
            await t.adapter.getUserByAccount(accountKey(account)),
            { id: account.userId },
            "another owner",
          )
      }
    },
  },
  {
    id: "letters/in-verification-tokens",
    level: "must",
    clause: "SEC-E1",
    also: ["SEC-J10"],
    guarantees: ["similar_keys"],
    title: "Verification tokens that differ in letters that some languages treat as equal do not match",
    harm: "Tokens become easier to guess, and a link signs in the owner of another mailbox.",
    fix,
    async run(t) {
      for (const [letter = "", ...others] of t.some(groups, 3)) {
        const start = t.unique()
        const stored = t.verificationToken({ token: `${start}${letter}x` })
        const { identifier } = stored
        await t.adapter.createVerificationToken(stored)
        for (const other of others)
          t.isNull(
            await t.adapter.useVerificationToken({ identifier, token: `${start}${other}x` }),
            `a token with ${JSON.stringify(other)} instead of ${JSON.stringify(letter)}`,
          )
        t.row(await t.adapter.useVerificationToken(tokenKey(stored)), stored, "the token itself")
      }
      for (const [letter = "", other = ""] of otherMailboxes) {
        const name = t.unique()
        const stored = t.verificationToken({ identifier: `${name}${letter}x@example.com` })
        await t.adapter.createVerificationToken(stored)
        const key = { ...tokenKey(stored), identifier: `${name}${other}x@example.com` }
        t.isNull(await t.adapter.useVerificationToken(key), "the token with another mailbox")
        t.row(await t.adapter.useVerificationToken(tokenKey(stored)), stored, "the token itself")
      }
    },
  },
  {
    id: "letters/in-passkey-ids",
    level: "must",
    clause: "SEC-F5",
    also: ["SEC-J10"],
    guarantees: ["similar_keys"],
    title: "Passkey ids that differ in letters that some languages treat as equal are different passkeys",
    harm: "The passkey of one user is found for another.",
    fix,
    async run(t) {
      const { id } = await t.adapter.createUser(t.user())
      for (const group of t.some(groups, 3)) {
        const start = t.unique()
        const passkeys = group.map((letter) => t.authenticator(id, { credentialID: `${start}${letter}x` }))
        for (const passkey of passkeys) await t.adapter.createAuthenticator(passkey)
        for (const [nth, passkey] of passkeys.entries()) {
          passkey.counter = nth + 1
          await t.adapter.updateAuthenticatorCounter(passkey.credentialID, passkey.counter)
        }
        for (const passkey of passkeys)
          t.row(await t.adapter.getAuthenticator(passkey.credentialID), passkey, "a passkey")
      }
    },
  },
  {
    id: "letters/in-user-ids",
    level: "must",
    clause: "SEC-C1",
    also: ["SEC-J10", "§4 getUser"],
    guarantees: ["similar_keys"],
    title:
      "User ids that differ in case, or in letters that some languages treat as equal, are different users",
    harm: "A request changes or deletes another user.",
    fix,
    async run(t) {
      const start = t.unique()
      const users = []
      for (const letter of ["I", "i", "ı", "ß", "ss", "é", "e"]) {
        const given = t.user({ id: `${start}${letter}x` })
        const created = await t.attempt(() => t.adapter.createUser(given))
        // An adapter may choose its own ids, or refuse those that do not fit its column.
        if (created.status === "fulfilled") users.push({ ...given, id: created.value.id })
      }
      for (const user of users) t.row(await t.adapter.getUser(user.id), user, "getUser")

      const [first, second, ...others] = users
      if (!first || !second) return
      await t.adapter.updateUser({ id: first.id, name: "Grace" })
      await t.adapter.deleteUser(second.id)

      t.row(await t.adapter.getUser(first.id), { ...first, name: "Grace" }, "the updated user")
      for (const user of others) t.row(await t.adapter.getUser(user.id), user, "another user")
    },
  },
  {
    id: "letters/in-addresses",
    level: "must",
    clause: "SEC-C9",
    also: ["SEC-J10", "SEC-B2"],
    guarantees: ["similar_keys"],
    title: "Addresses that differ in an accent, a dotless i or a sharp s belong to different users",
    harm: "A link sent to one mailbox signs in the owner of another.",
    evidence: "A password reset at GitHub (2019) was sent to an address with a dotless i",
    fix: "Compare addresses by Unicode case folding without a locale, and never remove accents.",
    async run(t) {
      for (const pair of otherMailboxes) {
        const name = t.unique()
        const [first = "", second = ""] = pair.map((letter) => `${name}${letter}x@example.com`)
        const ada = await t.attempt(() => t.adapter.createUser(t.user({ email: first })))
        // An adapter may refuse such an address.
        if (ada.status === "rejected") continue
        t.isNothing(await t.adapter.getUserByEmail(second), "getUserByEmail of another mailbox")
        const bob = await t.adapter.createUser(t.user({ email: second }))
        t.row(await t.adapter.getUserByEmail(first), { id: ada.value.id }, "the user of the first mailbox")
        t.row(await t.adapter.getUserByEmail(second), { id: bob.id }, "the user of the second mailbox")
      }
    },
  },
  {
    id: "letters/capitals-of-every-letter",
    level: "must",
    clause: "SEC-C10",
    also: ["vector 12"],
    guarantees: ["similar_keys"],
    title: "An adapter that ignores the case of addresses ignores it for every letter from a to z",
    harm: "On a server with a Turkish locale, users whose address contains an i cannot sign in.",
    fix: "Use toLowerCase, not toLocaleLowerCase.",
    async run(t) {
      const alphabet = "abcdefghijklmnopqrstuvwxyz"
      const findsCapitals = async (letter: string) => {
        const name = t.unique().replace(/[^0-9]/g, "")
        const email = `${letter}${name}${crypto.randomUUID().replace(/[^0-9]/g, "")}@0.example`
        const { id } = await t.adapter.createUser(
          t.user({ email: email.replace(letter, letter.toUpperCase()) }),
        )
        return (await t.adapter.getUserByEmail(email))?.id === id
      }
      const found = []
      for (const letter of alphabet) if (await findsCapitals(letter)) found.push(letter)
      t.check(found.length === 0 || found.length === alphabet.length, "all letters or none", found.join(""))
    },
  },
]
