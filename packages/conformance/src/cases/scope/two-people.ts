import type { OperationName } from "mortise"
import type { CaseContext } from "../../case.ts"
import type { NewAccount, NewAuthenticator, NewSession, NewToken, NewUser } from "../../data.ts"
import { accountKey, tokenKey } from "../row-keys.ts"

/** A user and all rows that belong to the user, as they must be found. */
export type Person = {
  user: NewUser
  accounts: NewAccount[]
  sessions: NewSession[]
  passkeys: NewAuthenticator[]
  tokens: NewToken[]
}

/** The operations that `twoPeople` and `expectAsStored` call. */
export const scopeNeeds: readonly OperationName[] = [
  ...(["createUser", "linkAccount", "createSession", "createAuthenticator"] as const),
  ...(["createVerificationToken", "useVerificationToken", "getUser", "getUserByEmail"] as const),
  ...(["getUserByAccount", "getAccount", "getSessionAndUser", "getAuthenticator"] as const),
  "listAuthenticatorsByUserId",
]

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
  return [
    await make(t.inDays(-9), ["github", "google", "gitlab"]),
    await make(null, ["google", "github", "apple"]),
  ]
}

/** Checks every row of a person by every lookup. The tokens come last, because reading a token uses it up. */
export async function expectAsStored(t: CaseContext, person: Person): Promise<void> {
  const { user, accounts, sessions, passkeys, tokens } = person
  t.row(await t.adapter.getUser(user.id), user, "getUser")
  t.row(await t.adapter.getUserByEmail(user.email), user, "getUserByEmail")
  for (const account of accounts) {
    t.row(await t.adapter.getUserByAccount(accountKey(account)), user, "the owner of an account")
    t.row(await t.adapter.getAccount(account.providerAccountId, account.provider), account, "an account")
  }
  for (const session of sessions) {
    const found = await t.adapter.getSessionAndUser(session.sessionToken)
    t.row(found?.session, session, "a session")
    t.row(found?.user, user, "the user of a session")
  }
  const listed = await t.adapter.listAuthenticatorsByUserId(user.id)
  t.equal(listed.length, passkeys.length, "the number of listed passkeys")
  for (const passkey of passkeys) {
    const { credentialID } = passkey
    t.row(await t.adapter.getAuthenticator(credentialID), passkey, "a passkey")
    t.row(
      listed.find((each) => each.credentialID === credentialID),
      passkey,
      "a listed passkey",
    )
  }
  for (const token of tokens)
    t.row(await t.adapter.useVerificationToken(tokenKey(token)), token, "a verification token")
}

/** Checks that a deleted person is not found by any lookup. */
export async function expectGone(t: CaseContext, person: Person): Promise<void> {
  const { user, accounts, sessions, passkeys, tokens } = person
  t.isNull(await t.adapter.getUser(user.id), "getUser of the deleted user")
  t.isNull(await t.adapter.getUserByEmail(user.email), "getUserByEmail of the deleted user")
  for (const account of accounts) {
    const { providerAccountId, provider } = account
    t.isNull(
      await t.adapter.getUserByAccount(accountKey(account)),
      "the owner of an account of the deleted user",
    )
    t.isNull(await t.adapter.getAccount(providerAccountId, provider), "an account of the deleted user")
  }
  for (const { sessionToken } of sessions)
    t.isNull(await t.adapter.getSessionAndUser(sessionToken), "a session of the deleted user")
  t.equal(await t.adapter.listAuthenticatorsByUserId(user.id), [], "the passkeys of the deleted user")
  for (const { credentialID } of passkeys)
    t.isNull(await t.adapter.getAuthenticator(credentialID), "a passkey of the deleted user")
  for (const token of tokens)
    t.isNull(await t.adapter.useVerificationToken(tokenKey(token)), "a token of the deleted user")
}
