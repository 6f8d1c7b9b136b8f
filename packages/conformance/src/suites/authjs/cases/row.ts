import type { OperationName } from "mortise"
import { findOperation } from "../../../engine/case-tools/find-operation.ts"
import type { CaseContext } from "../case.ts"
import type { NewAccount, NewAuthenticator, NewSession, NewToken, NewUser } from "../data.ts"

// The client passes exactly these fields. Some adapters pass the object on to their driver unchanged.

export const accountKey = ({ provider, providerAccountId }: AccountKey): AccountKey => ({
  provider,
  providerAccountId,
})

export const tokenKey = ({ identifier, token }: TokenKey): TokenKey => ({ identifier, token })

type AccountKey = { provider: string; providerAccountId: string }
type TokenKey = { identifier: string; token: string }

// How to make, store, find, change and remove a row of each kind. Cases take them from the table in rows.ts.

/** The fields of a row, or some of them. */
export type Fields = Readonly<Record<string, unknown>>

/** A stored user, to whom rows of the other kinds belong. */
export type Owner = Readonly<NewUser>

/** A way to find a row. */
export type Lookup = {
  readonly operation: OperationName
  /** The fields of the row that it takes. */
  readonly by: readonly string[]
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
  /** What the call that stored or changed it returned. */
  readonly returned?: unknown
  /** Stores it. Resolves to the row as it was stored: the adapter may give a user another id. */
  store(): Promise<Row>
  /** Those that the adapter has: many adapters lack getAccount. */
  readonly lookups: readonly Lookup[]
  /** Writes these fields, or a usual change. Resolves to the changed row. Missing if no operation changes the kind. */
  change?(fields?: Fields): Promise<Row>
  /** Missing if no operation removes rows of the kind. */
  remove?(): Promise<unknown>
}

/** Whether the adapter and its tables have an operation. A call of one that they lack skips the case. */
export const offers = ({ raw, manifest }: CaseContext, operation: OperationName): boolean =>
  findOperation(raw, operation) !== undefined &&
  !(operation.includes("Authenticator") && manifest?.missingGuarantees.includes("passkeys"))

const asIs = (row: unknown): Fields | null => (row ?? null) as Fields | null

/** A session and its user as one row, which lacks fields if one of them is missing. */
const flatPair = (result: unknown): Fields | null => {
  const { session, user } = (result ?? {}) as { session?: object; user?: object }
  return result ? { ...session, ...user } : null
}

/** The passkey with the id in a list. A list with a passkey of another user, or with one twice, equals no row. */
const fromList = (list: unknown, { credentialID, userId }: NewAuthenticator): Fields | null => {
  const passkeys = list as readonly NewAuthenticator[]
  const hasTwice = new Set(passkeys.map((passkey) => passkey.credentialID)).size < passkeys.length
  if (hasTwice || passkeys.some((passkey) => passkey.userId !== userId)) return { listed: passkeys }
  return asIs(passkeys.find((passkey) => passkey.credentialID === credentialID))
}

/** `find` makes the call with the key of the row, or with a key that does not exist. */
const lookup = (
  [operation, ...by]: readonly [OperationName, ...fields: string[]],
  expected: object,
  find: (key: "own" | "absent") => Promise<unknown>,
  flat: (result: unknown) => Fields | null = asIs,
): Lookup => ({
  operation,
  by,
  expected: expected as Fields,
  read: async () => flat(await find("own")),
  readAbsent: async () => flat(await find("absent")),
  readRaw: () => find("own"),
})

const pickOfferedLookups = (t: CaseContext, lookups: readonly Lookup[]): readonly Lookup[] =>
  lookups.filter(({ operation }) => offers(t, operation))

export const userRow = (t: CaseContext, user: NewUser): Row => ({
  fields: user,
  async store() {
    const returned = await t.adapter.createUser({ ...user })
    return { ...userRow(t, { ...user, id: returned.id }), returned }
  },
  lookups: pickOfferedLookups(t, [
    lookup(["getUser", "id"], user, (key) =>
      t.adapter.getUser(key === "own" ? user.id : crypto.randomUUID()),
    ),
    lookup(["getUserByEmail", "email"], user, (key) =>
      t.adapter.getUserByEmail(key === "own" ? user.email : t.email()),
    ),
  ]),
  async change(fields = { name: `Grace ${t.unique()}` }) {
    const returned = await t.adapter.updateUser({ id: user.id, ...fields })
    return { ...userRow(t, { ...user, ...fields }), returned }
  },
  remove: () => t.adapter.deleteUser(user.id),
})

export const accountRow = (t: CaseContext, owner: Owner, account: NewAccount): Row => {
  const ownKey = accountKey(account)
  const parts = Object.keys(ownKey)
  const pickKey = (key: string) => (key === "own" ? ownKey : { ...ownKey, providerAccountId: t.unique() })
  return {
    fields: account,
    async store() {
      const returned = await t.adapter.linkAccount({ ...account })
      return { ...accountRow(t, owner, account), returned }
    },
    lookups: pickOfferedLookups(t, [
      lookup(["getUserByAccount", ...parts], owner, (key) => t.adapter.getUserByAccount(pickKey(key))),
      lookup(["getAccount", ...parts], account, (key) => {
        const { provider, providerAccountId } = pickKey(key)
        return t.adapter.getAccount(providerAccountId, provider)
      }),
    ]),
    remove: () => t.adapter.unlinkAccount(ownKey),
  }
}

export const sessionRow = (t: CaseContext, owner: Owner, session: NewSession): Row => {
  const { sessionToken } = session
  const find = (key: string) => t.adapter.getSessionAndUser(key === "own" ? sessionToken : t.token())
  return {
    fields: session,
    async store() {
      const returned = await t.adapter.createSession({ ...session })
      return { ...sessionRow(t, owner, session), returned }
    },
    lookups: pickOfferedLookups(t, [
      lookup(["getSessionAndUser", "sessionToken"], { ...session, ...owner }, find, flatPair),
    ]),
    async change(fields = { expires: t.inDays(60) }) {
      const returned = await t.adapter.updateSession({ sessionToken, ...fields })
      return { ...sessionRow(t, owner, { ...session, ...fields }), returned }
    },
    remove: () => t.adapter.deleteSession(sessionToken),
  }
}

export const tokenRow = (t: CaseContext, token: NewToken): Row => {
  const ownKey = tokenKey(token)
  const pickKey = (key: string) => (key === "own" ? ownKey : { ...ownKey, token: t.token() })
  return {
    fields: token,
    async store() {
      const returned = await t.adapter.createVerificationToken({ ...token })
      return { ...tokenRow(t, token), returned }
    },
    lookups: pickOfferedLookups(t, [
      lookup(["useVerificationToken", ...Object.keys(ownKey)], token, (key) =>
        t.adapter.useVerificationToken(pickKey(key)),
      ),
    ]),
    remove: () => t.adapter.useVerificationToken(ownKey),
  }
}

export const passkeyRow = (t: CaseContext, passkey: NewAuthenticator): Row => {
  const { credentialID, userId, counter } = passkey
  return {
    fields: passkey,
    async store() {
      const returned = await t.adapter.createAuthenticator({ ...passkey })
      return { ...passkeyRow(t, passkey), returned }
    },
    lookups: pickOfferedLookups(t, [
      lookup(["getAuthenticator", "credentialID"], passkey, (key) =>
        t.adapter.getAuthenticator(key === "own" ? credentialID : t.unique()),
      ),
      lookup(
        ["listAuthenticatorsByUserId", "userId"],
        passkey,
        (key) => t.adapter.listAuthenticatorsByUserId(key === "own" ? userId : crypto.randomUUID()),
        (list) => fromList(list, passkey),
      ),
    ]),
    async change(fields = { counter: counter + 1 }) {
      const changed = { ...passkey, ...fields }
      const returned = await t.adapter.updateAuthenticatorCounter(credentialID, changed.counter)
      return { ...passkeyRow(t, changed), returned }
    },
  }
}
