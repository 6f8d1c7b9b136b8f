import type { Case, CaseContext } from "../../case.ts"
import { flatPair } from "../lookups.ts"
import { accountKey } from "../row-keys.ts"
import { absentKeyCase, type KeyKind } from "./absent-key-case.ts"
import { createPreferringId } from "./kept-ids.ts"
import { longNumber, similarTexts, spellings } from "./similar-texts.ts"

// Ids that the adapter chooses may be short numbers: the other texts of `similarTexts` could be ids of other cases.
const withoutOtherIds = (id: string): string[] =>
  [...similarTexts(id), ...spellings(id)].filter((other) => /[^0-9a-z-]/i.test(other))

const userIds: KeyKind = {
  id: "user-ids",
  name: "A user id",
  count: 2,
  clause: "§4 getUser",
  also: ["SEC-J8", "SEC-B6", "§4 listAuthenticatorsByUserId"],
  guarantees: ["similar_keys"],
  harm: "A request reads, changes or deletes another user.",
  similar: withoutOtherIds,
  async store(t, key) {
    const { id, email } = await createPreferringId(t, key)
    const session = t.session(id)
    await t.adapter.createSession(session)
    const passkey = await t.adapter.createAuthenticator(t.authenticator(id))
    const read = async (userId: string) => {
      const passkeys = await t.adapter.listAuthenticatorsByUserId(userId)
      const found = await t.adapter.getUser(userId)
      return found || passkeys.length > 0
        ? { ...found, passkeys: passkeys.map(({ credentialID }) => credentialID) }
        : null
    }
    return {
      key: id,
      expected: { id, email, name: "Ada Lovelace", passkeys: [passkey.credentialID] },
      read,
      writes: (userId) => [t.adapter.updateUser({ id: userId, name: "Eve" }), t.adapter.deleteUser(userId)],
      readAll: async () => ({
        ...(await read(id)),
        ...flatPair(await t.adapter.getSessionAndUser(session.sessionToken)),
      }),
    }
  },
}

const addresses: KeyKind = {
  id: "addresses",
  name: "An email address",
  count: 2,
  clause: "§4 getUserByEmail",
  also: ["SEC-J8", "SEC-C9"],
  harm: "A link sent to one mailbox signs in the owner of another.",
  similar: similarTexts,
  async store(t, key) {
    const email = `${/^[0-9]/.test(key) ? longNumber(t.unique()) : t.unique()}.a-b@example.com`
    const { id } = await t.adapter.createUser(t.user({ email }))
    return { key: email, expected: { id }, read: (address) => t.adapter.getUserByEmail(address) }
  },
}

const deletedPatterns: Case = {
  id: "absent-keys/deleted-user-ids",
  level: "must",
  clause: "SEC-B6",
  also: ["SEC-J8"],
  title:
    "Deleting a user deletes no rows of users whose ids match the deleted id as a pattern or a beginning",
  harm: "When one user is deleted, the sessions and sign-in methods of others are deleted too.",
  fix: "Compare the whole id when you delete rows, not its beginning, its end or a pattern.",
  async run(t) {
    const start = t.unique()
    const kept = []
    for (const id of ["abc", "aBc", "abcd", "xabc", "abc:d"]) kept.push(await personOf(t, `${start}${id}`))
    for (const id of ["a_c", "ab%", "a*", "%", "ab?", "abc"]) {
      const given = t.user({ id: id === "abc" ? `${start}abc:` : `${start}${id}` })
      const created = await t.attempt(() => t.adapter.createUser(given))
      if (created.status === "fulfilled") await t.adapter.deleteUser(created.value.id)
    }
    for (const { id, session, account, passkey } of kept) {
      const found = await t.adapter.getSessionAndUser(session.sessionToken)
      t.row(found?.session, session, "the session of another user")
      t.row(await t.adapter.getUserByAccount(accountKey(account)), { id }, "the owner of another account")
      const [listed] = await t.adapter.listAuthenticatorsByUserId(id)
      t.row(listed, passkey, "the passkey of another user")
    }
  },
}

async function personOf(t: CaseContext, wanted: string) {
  const { id } = await createPreferringId(t, wanted)
  const [session, account, passkey] = [t.session(id), t.account(id), t.authenticator(id)]
  await t.adapter.createSession(session)
  await t.adapter.linkAccount(account)
  await t.adapter.createAuthenticator(passkey)
  return { id, session, account, passkey }
}

export const absentKeysOfUsers: readonly Case[] = [
  ...[userIds, addresses].map(absentKeyCase),
  deletedPatterns,
]
