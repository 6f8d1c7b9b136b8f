import type { Guarantee, OperationName } from "mortise"
import type { CaseContext } from "../case.ts"
import type { NewAccount, NewAuthenticator, NewSession, NewToken, NewUser } from "../data.ts"
import { accountKey, tokenKey } from "./row-keys.ts"

// The one table of what the suite knows about the five kinds of row: how to make, store, find, change and remove each.
// Cases about every kind of row, every key or every lookup are built from it.

/** The fields of a row, or some of them. */
export type Fields = Readonly<Record<string, unknown>>

/** A stored user, to whom rows of the other kinds belong. */
export type Owner = { readonly id: string; readonly email: string; readonly name: string | null }

/** A way to find a row. */
export type Lookup = {
  readonly operation: OperationName
  /** What it returns for the row, as flat fields. */
  readonly expected: Fields
  /** The result as flat fields; null if nothing is found. */
  read(): Promise<Fields | null>
  /** The same lookup with a key that does not exist. */
  readAbsent(): Promise<Fields | null>
  /** The result as the adapter returned it. */
  readRaw(): Promise<unknown>
}

/** One row, stored or not, and what can be done with it. */
export type Row = {
  readonly fields: Fields
  /** Stores it. Resolves to the row as it was stored: the adapter may give a user another id. */
  store(): Promise<Row>
  readonly lookups: readonly Lookup[]
  /** Writes these fields, or a usual change. Resolves to the changed row. Missing if no operation changes the kind. */
  change?(fields?: Fields): Promise<Row>
  /** Missing if no operation removes rows of the kind. */
  remove?(): Promise<unknown>
}

/** A field by which rows are found: the key of a row, or a part of it. */
export type KeyField = {
  readonly field: string
  /** The key, as titles name it. */
  readonly name: string
  /** The clause that says how it is compared. */
  readonly clause: string
  /** Makes a valid key of a text. */
  keyOf(text: string): string
  /** True if an adapter may treat keys as equal that differ only in case or in spaces at their ends. */
  readonly folds: boolean
}

/** One kind of row. */
export type Kind = {
  readonly name: "user" | "account" | "session" | "token" | "passkey"
  /** One row and several rows, as titles name them. */
  readonly one: string
  readonly many: string
  readonly create: OperationName
  readonly update?: OperationName
  readonly remove?: OperationName
  readonly keys: readonly KeyField[]
  /** The fields that hold any text. */
  readonly texts: readonly string[]
  /** What guarantees that a second row with the same key is refused. */
  readonly unique?: Guarantee
  /** True if a row belongs to a user, and is deleted with the user. */
  readonly isOwned: boolean
  /** True if the only lookup removes the row. */
  readonly isReadOnce: boolean
  /** Makes a row that is not stored yet. Kinds without an owner ignore it. */
  row(t: CaseContext, owner: Owner, fields?: Fields): Row
}

/** Stores a user to whom rows can belong. */
export async function newOwner(t: CaseContext): Promise<Owner> {
  const given = t.user({ name: `Ada ${t.unique()}`, emailVerified: t.inDays(-3) })
  return { ...given, id: (await t.adapter.createUser(given)).id }
}

const wholeText = { keyOf: (text: string) => text, folds: false } as const
const address = { keyOf: (text: string) => `${text.toLowerCase()}@example.com`, folds: true } as const

const asIs = (row: unknown): Fields | null => (row ?? null) as Fields | null

/** A session and its user as one row. A missing half leaves its fields undefined, so it never equals a whole pair. */
const flatPair = (found: unknown): Fields | null => {
  const { session, user } = (found ?? {}) as { session?: object; user?: Owner }
  return found ? { ...session, id: user?.id, email: user?.email, name: user?.name } : null
}

/** The passkey with the id in a list. A passkey of another user, or one that is listed twice, equals no row. */
const fromList = (list: unknown, { credentialID, userId }: NewAuthenticator): Fields | null => {
  const passkeys = list as readonly NewAuthenticator[]
  const own = passkeys.filter((passkey) => passkey.credentialID === credentialID)
  if (own.length > 1 || passkeys.some((passkey) => passkey.userId !== userId)) return { listed: passkeys }
  return asIs(own[0])
}

/** `find` makes the call with the key of the row, or with a key that does not exist. */
const lookup = (
  operation: OperationName,
  expected: object,
  find: (key: "own" | "absent") => Promise<unknown>,
  flat: (found: unknown) => Fields | null = asIs,
): Lookup => ({
  operation,
  expected: expected as Fields,
  read: async () => flat(await find("own")),
  readAbsent: async () => flat(await find("absent")),
  readRaw: () => find("own"),
})

const userRow = (t: CaseContext, user: NewUser): Row => ({
  fields: user,
  store: async () => userRow(t, { ...user, id: (await t.adapter.createUser({ ...user })).id }),
  lookups: [
    lookup("getUser", user, (key) => t.adapter.getUser(key === "own" ? user.id : crypto.randomUUID())),
    lookup("getUserByEmail", user, (key) => t.adapter.getUserByEmail(key === "own" ? user.email : t.email())),
  ],
  async change(fields = { name: `Grace ${t.unique()}` }) {
    await t.adapter.updateUser({ id: user.id, ...fields })
    return userRow(t, { ...user, ...fields })
  },
  remove: () => t.adapter.deleteUser(user.id),
})

const accountRow = (t: CaseContext, owner: Owner, account: NewAccount): Row => {
  const own = accountKey(account)
  const keyOf = (key: string) => (key === "own" ? own : { ...own, providerAccountId: t.unique() })
  return {
    fields: account,
    async store() {
      await t.adapter.linkAccount({ ...account })
      return accountRow(t, owner, account)
    },
    lookups: [
      lookup("getUserByAccount", owner, (key) => t.adapter.getUserByAccount(keyOf(key))),
      lookup("getAccount", account, (key) => {
        const { provider, providerAccountId } = keyOf(key)
        return t.adapter.getAccount(providerAccountId, provider)
      }),
    ],
    remove: () => t.adapter.unlinkAccount(own),
  }
}

const sessionRow = (t: CaseContext, owner: Owner, session: NewSession): Row => {
  const { sessionToken } = session
  const { id, email, name } = owner
  const find = (key: string) => t.adapter.getSessionAndUser(key === "own" ? sessionToken : t.token())
  return {
    fields: session,
    async store() {
      await t.adapter.createSession({ ...session })
      return sessionRow(t, owner, session)
    },
    lookups: [lookup("getSessionAndUser", { ...session, id, email, name }, find, flatPair)],
    async change(fields = { expires: t.inDays(60) }) {
      await t.adapter.updateSession({ sessionToken, ...fields })
      return sessionRow(t, owner, { ...session, ...fields })
    },
    remove: () => t.adapter.deleteSession(sessionToken),
  }
}

const tokenRow = (t: CaseContext, token: NewToken): Row => {
  const own = tokenKey(token)
  const keyOf = (key: string) => (key === "own" ? own : { ...own, token: t.token() })
  return {
    fields: token,
    async store() {
      await t.adapter.createVerificationToken({ ...token })
      return tokenRow(t, token)
    },
    lookups: [lookup("useVerificationToken", token, (key) => t.adapter.useVerificationToken(keyOf(key)))],
    remove: () => t.adapter.useVerificationToken(own),
  }
}

const passkeyRow = (t: CaseContext, passkey: NewAuthenticator): Row => {
  const { credentialID, userId, counter } = passkey
  return {
    fields: passkey,
    async store() {
      await t.adapter.createAuthenticator({ ...passkey })
      return passkeyRow(t, passkey)
    },
    lookups: [
      lookup("getAuthenticator", passkey, (key) =>
        t.adapter.getAuthenticator(key === "own" ? credentialID : t.unique()),
      ),
      lookup(
        "listAuthenticatorsByUserId",
        passkey,
        (key) => t.adapter.listAuthenticatorsByUserId(key === "own" ? userId : crypto.randomUUID()),
        (list) => fromList(list, passkey),
      ),
    ],
    async change(fields = { counter: counter + 1 }) {
      const changed = { ...passkey, ...fields }
      await t.adapter.updateAuthenticatorCounter(credentialID, changed.counter)
      return passkeyRow(t, changed)
    },
  }
}

/** The five kinds of row. A sixth is added here, and in no case. */
export const kinds: readonly Kind[] = [
  {
    ...{ name: "user", one: "a user", many: "users", create: "createUser" },
    ...{ update: "updateUser", remove: "deleteUser" },
    keys: [
      { field: "id", name: "user id", clause: "§4 getUser", ...wholeText },
      { field: "email", name: "email address", clause: "SEC-C9", ...address },
    ],
    texts: ["name", "image"],
    ...{ unique: "unique_emails", isOwned: false, isReadOnce: false },
    row: (t, _owner, fields) =>
      userRow(t, t.user({ name: `Ada ${t.unique()}`, emailVerified: t.inDays(-3), ...fields })),
  },
  {
    ...{ name: "account", one: "an account", many: "accounts", create: "linkAccount" },
    remove: "unlinkAccount",
    keys: [
      { field: "provider", name: "provider", clause: "SEC-C1", ...wholeText },
      { field: "providerAccountId", name: "providerAccountId", clause: "SEC-C1", ...wholeText },
    ],
    texts: ["access_token", "refresh_token", "id_token", "scope"],
    ...{ unique: "unique_accounts", isOwned: true, isReadOnce: false },
    row: (t, owner, fields) =>
      accountRow(t, owner, t.account(owner.id, { access_token: t.unique(), ...fields })),
  },
  {
    ...{ name: "session", one: "a session", many: "sessions", create: "createSession" },
    ...{ update: "updateSession", remove: "deleteSession" },
    keys: [{ field: "sessionToken", name: "session token", clause: "SEC-D13", ...wholeText }],
    texts: [],
    ...{ unique: "unique_sessions", isOwned: true, isReadOnce: false },
    row: (t, owner, fields) => sessionRow(t, owner, t.session(owner.id, fields)),
  },
  {
    ...{ name: "token", one: "a verification token", many: "verification tokens" },
    ...{ create: "createVerificationToken", remove: "useVerificationToken" },
    keys: [
      { field: "identifier", name: "identifier", clause: "SEC-E1", ...address },
      { field: "token", name: "verification token", clause: "SEC-E1", ...wholeText },
    ],
    texts: [],
    ...{ unique: "unique_tokens", isOwned: false, isReadOnce: true },
    row: (t, _owner, fields) => tokenRow(t, t.verificationToken(fields)),
  },
  {
    ...{ name: "passkey", one: "a passkey", many: "passkeys", create: "createAuthenticator" },
    update: "updateAuthenticatorCounter",
    keys: [{ field: "credentialID", name: "credentialID", clause: "SEC-F5", ...wholeText }],
    texts: ["credentialPublicKey", "credentialDeviceType", "transports", "providerAccountId"],
    ...{ isOwned: true, isReadOnce: false },
    row: (t, owner, fields) => passkeyRow(t, t.authenticator(owner.id, fields)),
  },
] satisfies readonly Kind[]
