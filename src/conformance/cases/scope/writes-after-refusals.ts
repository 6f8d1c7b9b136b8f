import type { Case, CaseContext } from "../../case.ts"
import { expectAsStored, type Person, scopeNeeds, twoPeople } from "./two-people.ts"
import { refusals } from "./untouched-by-refusals.ts"

// A unit of work that keeps the fields of a refused write stores them with the next write of that row. After each
// refused write, every row of two people is written with one field, and no other field may differ.

/** Writes that hold valid fields beside an invalid one or another owner who does not exist. */
const invalidWrites = (t: CaseContext, { user, sessions, passkeys }: Person): (() => Promise<unknown>)[] => {
  const { id } = user
  const [sessionToken, credentialID] = [sessions[0]?.sessionToken, passkeys[0]?.credentialID]
  const fields = { name: "Eve", image: "https://example.com/eve.png" }
  const invalid = new Date(Number.NaN)
  return [
    () => t.call("updateUser", { id, ...fields, emailVerified: invalid }),
    () => t.call("updateUser", { id, ...fields, emailVerified: t.inDays(-1), email: 7 }),
    () => t.call("updateUser", { id, image: fields.image, emailVerified: t.inDays(-1), name: {} }),
    () => t.call("updateSession", { sessionToken, userId: crypto.randomUUID(), expires: t.inDays(90) }),
    () => t.call("updateSession", { sessionToken, expires: invalid }),
    () => t.call("updateAuthenticatorCounter", credentialID, Number.NaN),
    () => t.call("updateAuthenticatorCounter", credentialID, 1),
  ]
}

/** Writes one field of each row that can be updated, and adds a row of each kind. */
async function writeEveryRow(t: CaseContext, person: Person): Promise<void> {
  const { user, accounts, sessions, passkeys, tokens } = person
  const { id } = user
  user.name = `Grace ${t.unique()}`
  await t.adapter.updateUser({ id, name: user.name })
  for (const session of sessions) {
    session.expires = t.inDays(60)
    await t.adapter.updateSession({ sessionToken: session.sessionToken, expires: session.expires })
  }
  for (const passkey of passkeys)
    await t.adapter.updateAuthenticatorCounter(passkey.credentialID, ++passkey.counter)
  accounts.push(t.account(id))
  sessions.push(t.session(id))
  passkeys.push(t.authenticator(id))
  tokens.push(t.verificationToken({ identifier: user.email }))
  for (const account of accounts.slice(-1)) await t.adapter.linkAccount(account)
  for (const session of sessions.slice(-1)) await t.adapter.createSession(session)
  for (const passkey of passkeys.slice(-1)) await t.adapter.createAuthenticator(passkey)
  for (const token of tokens.slice(-1)) await t.adapter.createVerificationToken(token)
}

export const writesAfterRefusals: readonly Case[] = [
  {
    id: "untouched/by-writes-after-refused-ones",
    level: "must",
    clause: "SEC-A5",
    also: ["SEC-B10", "§4 updateUser"],
    title: "After a refused write, a later write stores its own fields and none of the refused one",
    harm: "The name, the verified address or the owner from a refused request is stored some time later.",
    fix: "Discard the pending changes of a unit of work when the database refuses them.",
    needs: [
      ...scopeNeeds,
      ...(["updateUser", "updateSession", "deleteSession", "unlinkAccount", "deleteUser"] as const),
      "updateAuthenticatorCounter",
    ],
    async run(t) {
      const writesOf = (ada: Person, bob: Person) => [...refusals(t, ada, bob), ...invalidWrites(t, ada)]
      for (const nth of writesOf(...(await twoPeople(t))).keys()) {
        const [ada, bob] = await twoPeople(t)
        const write = writesOf(ada, bob)[nth]
        // Other cases test whether a write is refused at all.
        if (!write || (await t.attempt(write)).status === "fulfilled") continue
        for (const person of [bob, ada]) await writeEveryRow(t, person)
        for (const person of [ada, bob]) await expectAsStored(t, person)
      }
    },
  },
]
