import type { CaseContext } from "../case.ts"
import type { NewAccount, NewAuthenticator, NewSession, NewToken } from "../data.ts"
import { accountKey } from "./row.ts"

// Rows that most cases begin with. They belong to the user with this id, or to a new one.

type New<Row> = (t: CaseContext, fields?: Partial<Row>) => Promise<Row>

export const newUserId = async (t: CaseContext): Promise<string> => (await t.adapter.createUser(t.user())).id

export const newAccount: New<NewAccount> = async (t, fields) => {
  const account = t.account(fields?.userId ?? (await newUserId(t)), fields)
  await t.adapter.linkAccount(account)
  return account
}

export const newSession: New<NewSession> = async (t, fields) => {
  const session = t.session(fields?.userId ?? (await newUserId(t)), fields)
  await t.adapter.createSession(session)
  return session
}

export const newToken: New<NewToken> = async (t, fields) => {
  const token = t.verificationToken(fields)
  await t.adapter.createVerificationToken(token)
  return token
}

export const newPasskey: New<NewAuthenticator> = async (t, fields) => {
  const passkey = t.authenticator(fields?.userId ?? (await newUserId(t)), fields)
  await t.adapter.createAuthenticator(passkey)
  return passkey
}

/** The account as it is stored. */
export const readAccount = (t: CaseContext, account: Pick<NewAccount, "provider" | "providerAccountId">) =>
  t.adapter.getAccount(account.providerAccountId, account.provider)

/** The account finds its owner. */
export async function expectOwner(
  t: CaseContext,
  account: Pick<NewAccount, "provider" | "providerAccountId">,
  id: string,
  what = "the owner of the account",
): Promise<void> {
  t.row(await t.adapter.getUserByAccount(accountKey(account)), { id }, what)
}

/** The session as it is stored, without its user. */
export const readSession = async (t: CaseContext, { sessionToken }: Pick<NewSession, "sessionToken">) =>
  (await t.adapter.getSessionAndUser(sessionToken))?.session

/** The token finds a session and a user with at least these fields. */
export async function expectSession(
  t: CaseContext,
  { sessionToken, ...fields }: Partial<NewSession> & Pick<NewSession, "sessionToken">,
  user: object,
  what = "the session",
): Promise<void> {
  const sessionAndUser = await t.adapter.getSessionAndUser(sessionToken)
  t.row(sessionAndUser?.session, { sessionToken, ...fields }, what)
  t.row(sessionAndUser?.user, user, `the user of ${what}`)
}

/** Links an account to a user and starts a session. Returns every lookup of the user, by its name. */
export async function createUserLookups(
  t: CaseContext,
  { id, email }: { id: string; email?: string | null },
) {
  const key = accountKey(await newAccount(t, { userId: id }))
  const { sessionToken } = await newSession(t, { userId: id })
  return {
    getUser: () => t.adapter.getUser(id),
    ...(email && { getUserByEmail: () => t.adapter.getUserByEmail(email) }),
    getUserByAccount: () => t.adapter.getUserByAccount(key),
    "the user of getSessionAndUser": async () =>
      (await t.adapter.getSessionAndUser(sessionToken))?.user ?? null,
  }
}

/** Each of these lookups returns at least these fields. */
export async function expectInEach(
  t: CaseContext,
  lookups: Readonly<Record<string, () => Promise<unknown>>>,
  fields: object,
  when = "",
): Promise<void> {
  for (const [name, read] of Object.entries(lookups)) t.row(await read(), fields, `${name}${when}`)
}
