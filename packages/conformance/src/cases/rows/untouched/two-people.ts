import type { CaseContext } from "../../../case.ts"
import type { NewAccount, NewAuthenticator, NewSession, NewToken, NewUser } from "../../../data.ts"
import { accountKey, tokenKey } from "../../row-keys.ts"

/** A user and all rows that belong to the user, as they must be found. */
export type Person = {
  user: NewUser
  accounts: NewAccount[]
  sessions: NewSession[]
  passkeys: NewAuthenticator[]
  tokens: NewToken[]
}

/**
 * Two users with rows of every kind, the second unverified. Their accounts have the same ids at different providers,
 * each user has one id at two providers, and the passkeys of both name that id.
 */
export async function twoPeople(t: CaseContext): Promise<[Person, Person]> {
  const [shared, other] = [t.unique(), t.unique()]
  const ids = [shared, other, shared]
  const make = async (emailVerified: Date | null, providers: readonly string[]): Promise<Person> => {
    const given = t.user({ name: `Ada ${t.unique()}`, emailVerified })
    const { id } = await t.adapter.createUser(given)
    const person: Person = {
      user: { ...given, id },
      accounts: providers.map((provider, nth) =>
        t.account(id, {
          ...{
            provider,
            access_token: t.unique(),
            refresh_token: t.unique(),
            expires_at: 1_900_000_000 + nth,
          },
          ...(ids[nth] && { providerAccountId: ids[nth] }),
        }),
      ),
      sessions: [t.session(id), t.session(id, { expires: t.inDays(3) })],
      passkeys: [3, 7].map((counter) =>
        t.authenticator(id, {
          ...{ counter, providerAccountId: shared, credentialBackedUp: counter === 3 },
          credentialPublicKey: t.unique(),
        }),
      ),
      tokens: [1, 2].map((days) => t.verificationToken({ identifier: given.email, expires: t.inDays(days) })),
    }
    for (const account of person.accounts) await t.adapter.linkAccount(account)
    for (const session of person.sessions) await t.adapter.createSession(session)
    for (const passkey of person.passkeys) await t.adapter.createAuthenticator(passkey)
    for (const token of person.tokens) await t.adapter.createVerificationToken(token)
    return person
  }
  return Promise.all([
    make(t.inDays(-9), ["github", "google", "gitlab"]),
    make(null, ["google", "github", "apple"]),
  ])
}

/** Checks every row of a person by every lookup at once. The tokens come last, because reading a token uses it up. */
export async function expectAsStored(t: CaseContext, person: Person): Promise<void> {
  const { user, accounts, sessions, passkeys, tokens } = person
  await Promise.all([
    expectRow(t, t.adapter.getUser(user.id), user, "getUser"),
    expectRow(t, t.adapter.getUserByEmail(user.email), user, "getUserByEmail"),
    ...accounts.flatMap((account) => [
      expectRow(t, t.adapter.getUserByAccount(accountKey(account)), user, "the owner of an account"),
      expectRow(t, t.adapter.getAccount(account.providerAccountId, account.provider), account, "an account"),
    ]),
    ...sessions.map(async (session) => {
      const found = await t.adapter.getSessionAndUser(session.sessionToken)
      t.row(found?.session, session, "a session")
      t.row(found?.user, user, "the user of a session")
    }),
    ...passkeys.map((passkey) =>
      expectRow(t, t.adapter.getAuthenticator(passkey.credentialID), passkey, "a passkey"),
    ),
    expectListed(t, user.id, passkeys),
  ])
  for (const token of tokens)
    t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, "a verification token")
}

async function expectRow(t: CaseContext, call: Promise<unknown>, row: object, what: string): Promise<void> {
  t.row(await call, row, what)
}

async function expectListed(t: CaseContext, userId: string, passkeys: readonly NewAuthenticator[]) {
  const listed = await t.adapter.listAuthenticatorsByUserId(userId)
  t.equal(listed.length, passkeys.length, "the number of listed passkeys")
  for (const passkey of passkeys) {
    const own = listed.find(({ credentialID }) => credentialID === passkey.credentialID)
    t.row(own, passkey, "a listed passkey")
  }
}

/** Checks that a deleted person is not found by any lookup. */
export async function expectGone(t: CaseContext, person: Person): Promise<void> {
  const { user, accounts, sessions, passkeys, tokens } = person
  const isNull = async (call: Promise<unknown>, what: string) =>
    t.isNull(await call, `${what} of the deleted user`)
  await Promise.all([
    isNull(t.adapter.getUser(user.id), "getUser"),
    isNull(t.adapter.getUserByEmail(user.email), "getUserByEmail"),
    ...accounts.flatMap((account) => [
      isNull(t.adapter.getUserByAccount(accountKey(account)), "the owner of an account"),
      isNull(t.adapter.getAccount(account.providerAccountId, account.provider), "an account"),
    ]),
    ...sessions.map(({ sessionToken }) => isNull(t.adapter.getSessionAndUser(sessionToken), "a session")),
    ...passkeys.map(({ credentialID }) => isNull(t.adapter.getAuthenticator(credentialID), "a passkey")),
    ...tokens.map((token) => isNull(t.adapter.useVerificationToken(tokenKey(token)), "a token")),
    expectListed(t, user.id, []),
  ])
}
