import type { Case, CaseContext } from "../../case.ts"
import { times } from "../race-helpers.ts"
import { accountKey, tokenKey } from "../row-keys.ts"
import { expectAsStored, expectGone, type Person, twoPeople } from "../scope/two-people.ts"

// An adapter that sends lookups to a replica or a cache when many are in flight returns old rows there. After each
// change, many callers look at once and some milliseconds later: all of them must see the change.

/** At full effort, more than the connections of a usual pool. */
const callersFor = ({ effort }: CaseContext): number => (effort === "full" ? 20 : 3)
const laterMs = 10

type Situation = {
  readonly name: string
  readonly says: string
  readonly clause: string
  readonly also: readonly string[]
  /** Makes the change and returns a check that many callers make at once. */
  change(t: CaseContext): Promise<() => Promise<void>>
}

const underLoad = ({ name, says, change, ...about }: Situation): Case => ({
  ...about,
  id: `under-load/${name}`,
  level: "must",
  title: `${says}, also when many callers look at once`,
  harm: "Under load, a person who was signed out or deleted is signed in again, or a change is not seen.",
  fix: "Read from the primary database, and do not answer from a cache or a replica when the load is high.",
  async run(t) {
    const check = await change(t)
    for (const waitMs of [0, laterMs]) {
      if (waitMs > 0) await t.wait(waitMs)
      await Promise.all(times(callersFor(t), check))
    }
  },
})

/** Changes a person and returns a check of every row of the person. A token can only be read once. */
const changed = async (
  t: CaseContext,
  change: (ada: Person) => Promise<unknown>,
): Promise<() => Promise<void>> => {
  const [ada] = await twoPeople(t)
  ada.tokens = []
  await expectAsStored(t, ada)
  await change(ada)
  return () => expectAsStored(t, ada)
}

const situations: readonly Situation[] = [
  {
    name: "sign-out",
    says: "A deleted session is not found",
    clause: "SEC-D7",
    also: ["§4 deleteSession", "SEC-B9"],
    async change(t) {
      const { id } = await t.adapter.createUser(t.user())
      const { sessionToken } = await t.adapter.createSession(t.session(id))
      await t.adapter.getSessionAndUser(sessionToken)
      await t.adapter.deleteSession(sessionToken)
      return async () => t.isNull(await t.adapter.getSessionAndUser(sessionToken), "the deleted session")
    },
  },
  {
    name: "unlinking",
    says: "An unlinked account is not found",
    clause: "§4 unlinkAccount",
    also: ["§4 getUserByAccount", "§4 getAccount", "SEC-B9"],
    async change(t) {
      const { id } = await t.adapter.createUser(t.user())
      const key = accountKey(t.account(id))
      await t.adapter.linkAccount(t.account(id, key))
      const readOwner = () => t.adapter.getUserByAccount(key)
      const readAccount = () => t.adapter.getAccount(key.providerAccountId, key.provider)
      for (const read of [readOwner, readAccount]) await read()
      await t.adapter.unlinkAccount(key)
      return async () => {
        t.isNull(await readOwner(), "the owner of the unlinked account")
        t.isNull(await readAccount(), "the unlinked account")
      }
    },
  },
  {
    name: "used-token",
    says: "A used token is not found again",
    clause: "SEC-B1",
    also: ["§4 useVerificationToken", "SEC-E2"],
    async change(t) {
      const token = t.verificationToken()
      await t.adapter.createVerificationToken(token)
      await t.adapter.useVerificationToken(tokenKey(token))
      return async () =>
        t.isNull(await t.adapter.useVerificationToken(tokenKey(token)), "the second use of the token")
    },
  },
  {
    name: "deletion",
    says: "A deleted user is not found by any lookup",
    clause: "SEC-B6",
    also: ["§4 deleteUser", "SEC-B9"],
    async change(t) {
      const [ada] = await twoPeople(t)
      await expectAsStored(t, { ...ada, tokens: [] })
      await t.adapter.deleteUser(ada.user.id)
      return () => expectGone(t, ada)
    },
  },
  {
    name: "changes",
    says: "A change of a user, an extension and a counter are seen by every lookup",
    clause: "SEC-B9",
    also: ["§4 updateUser", "§4 updateSession", "§4 updateAuthenticatorCounter"],
    change: (t) =>
      changed(t, async ({ user, sessions, passkeys }) => {
        Object.assign(user, { name: "Grace", image: null, emailVerified: t.inDays(-1), email: t.email() })
        await t.adapter.updateUser({ ...user })
        for (const session of sessions) {
          session.expires = t.inDays(60)
          await t.adapter.updateSession({ ...session })
        }
        for (const passkey of passkeys) {
          passkey.counter = 9
          await t.adapter.updateAuthenticatorCounter(passkey.credentialID, 9)
        }
      }),
  },
  {
    name: "new-rows",
    says: "A new session, account and passkey are found",
    clause: "SEC-B9",
    also: ["§4 createSession", "§4 linkAccount", "§4 createAuthenticator"],
    change: (t) =>
      changed(t, async ({ user: { id }, sessions, accounts, passkeys }) => {
        const [session, account, passkey] = [t.session(id), t.account(id), t.authenticator(id)]
        await t.adapter.createSession(session)
        await t.adapter.linkAccount(account)
        await t.adapter.createAuthenticator(passkey)
        sessions.push(session)
        accounts.push(account)
        passkeys.push(passkey)
      }),
  },
]

export const lookupsUnderLoad: readonly Case[] = situations.map(underLoad)
