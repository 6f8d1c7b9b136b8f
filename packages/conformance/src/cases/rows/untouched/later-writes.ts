import type { Case, CaseContext } from "../../../case.ts"
import { refusals } from "./refusals.ts"
import { expectAsStored, type Person, twoPeople } from "./two-people.ts"

// A unit of work that keeps the fields of a refused write stores them with the next write of that row. After each
// refused write, every row of two people is written with one field, and no other field may differ at the end.

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

/** Writes one field of each row that can be updated. */
async function updateEveryRow(t: CaseContext, { user, sessions, passkeys }: Person): Promise<void> {
  user.name = `Grace ${t.unique()}`
  await t.adapter.updateUser({ id: user.id, name: user.name })
  for (const session of sessions) {
    session.expires = t.inDays(60)
    await t.adapter.updateSession({ sessionToken: session.sessionToken, expires: session.expires })
  }
  for (const passkey of passkeys)
    await t.adapter.updateAuthenticatorCounter(passkey.credentialID, ++passkey.counter)
}

/** Adds a row of each kind. */
async function addRows(t: CaseContext, person: Person): Promise<void> {
  const { id, email } = person.user
  const [account, session, passkey] = [t.account(id), t.session(id), t.authenticator(id)]
  const token = t.verificationToken({ identifier: email })
  await t.adapter.linkAccount(account)
  await t.adapter.createSession(session)
  await t.adapter.createAuthenticator(passkey)
  await t.adapter.createVerificationToken(token)
  person.accounts.push(account)
  person.sessions.push(session)
  person.passkeys.push(passkey)
  person.tokens.push(token)
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
    async run(t) {
      const writesOf = (ada: Person, bob: Person) => [...refusals(t, ada, bob), ...invalidWrites(t, ada)]
      let people = await twoPeople(t)
      for (const nth of t.some([...writesOf(...people).keys()], 6)) {
        const outcome = await t.attempt(async () => writesOf(...people)[nth]?.())
        // Other cases test whether a write is refused at all. After one that is not, the rows are unknown.
        const isAccepted = outcome.status === "fulfilled" && (outcome.value ?? null) !== null
        if (isAccepted) people = await twoPeople(t)
        else for (const person of people) await updateEveryRow(t, person)
      }
      for (const person of people) await addRows(t, person)
      for (const person of people) await expectAsStored(t, person)
    },
  },
]
