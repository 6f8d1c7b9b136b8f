import type { Guarantee, OperationName } from "mortise"
import type { CaseContext } from "../case.ts"
import {
  accountRow,
  type Fields,
  type Owner,
  passkeyRow,
  type Row,
  sessionRow,
  tokenRow,
  userRow,
} from "./row.ts"

// The one table of what the suite knows about the five kinds of row: how to make, store, find, change and remove each.
// Cases about every kind of row, every key or every lookup are built from it.

/** A field by which rows are found: the key of a row, or a part of it. */
export type KeyField = {
  readonly field: string
  /** The key, as titles name it. */
  readonly name: string
  /** The clause that says how it is compared. */
  readonly clause: string
  /** Makes a valid key of a text. */
  toKey(text: string): string
  /** True if an adapter may treat keys as equal that differ only in case or in spaces at their ends. */
  readonly folds: boolean
  /** True if updates and deletions name a row by it. */
  readonly isInWrites: boolean
  /** True if the adapter may store another value than the given one. */
  readonly isAssigned: boolean
}

/** One kind of row. */
export type Kind = {
  readonly name: "user" | "account" | "session" | "token" | "passkey"
  /** One row and several rows, as titles name them. */
  readonly one: string
  readonly One: string
  readonly many: string
  readonly create: OperationName
  readonly update?: OperationName
  readonly remove?: OperationName
  /** What `remove` does, as titles name it. */
  readonly removed?: string
  readonly keys: readonly KeyField[]
  /** The fields that hold any text. */
  readonly texts: readonly string[]
  /** The fields of a row that has no more than it needs: many are absent, others are zero or false. */
  readonly bare: Fields
  /** Fields that no row can have. */
  readonly invalid: readonly Fields[]
  /** What guarantees that a second row with the same key is refused. */
  readonly unique?: Guarantee
  /** The clauses that say that of many callers who create it with one key, or read it once, one succeeds. */
  readonly oneWinner: readonly [string, ...string[]]
  /** Its own clauses that say that a removed row is not found again. */
  readonly gone: readonly string[]
  /** True if a row belongs to a user, and is deleted with the user. */
  readonly isOwned: boolean
  /** True if the only lookup removes the row. */
  readonly isReadOnce: boolean
  /** The nth of several changes, each of every field that can change. Missing if no operation changes the kind. */
  changes?(t: CaseContext, index: number): Fields
  /** Fields in which the nth of many rows differs from the others, apart from the key. */
  variation?(t: CaseContext, index: number): Fields
  /** The field that holds the address of a user, if it connects the row with that user. */
  readonly addressField?: string
  /** The field with the time at which the row ends. */
  readonly expiryField?: string
  /** Makes a row that is not stored yet. Kinds without an owner ignore it. */
  row(t: CaseContext, owner: Owner, fields?: Fields): Row
}

/** Stores a user to whom rows can belong. */
export async function newOwner(t: CaseContext): Promise<Owner> {
  const user = t.user({ name: `Ada ${t.unique()}`, emailVerified: t.inDays(-3) })
  return { ...user, id: (await t.adapter.createUser(user)).id }
}

const noDate = new Date(Number.NaN)
const ofWrites = { isInWrites: true, isAssigned: false } as const
const wholeText = { toKey: (text: string) => text, folds: false, ...ofWrites } as const
const address = {
  toKey: (text: string) => `${text.toLowerCase()}@example.com`,
  folds: true,
  ...ofWrites,
} as const

/** The five kinds of row. A sixth is added here, and in no case. */
export const kinds: readonly Kind[] = [
  {
    name: "user",
    one: "a user",
    One: "A user",
    many: "users",
    create: "createUser",
    update: "updateUser",
    remove: "deleteUser",
    removed: "deleted",
    keys: [
      { field: "id", name: "user id", clause: "§4 getUser", ...wholeText, isAssigned: true },
      { field: "email", name: "email address", clause: "SEC-C9", ...address, isInWrites: false },
    ],
    texts: ["name", "image"],
    bare: { name: undefined, image: undefined, emailVerified: undefined },
    invalid: [{ emailVerified: noDate }, { name: {} }],
    unique: "unique_emails",
    isOwned: false,
    isReadOnce: false,
    oneWinner: ["SEC-B2", "client 1.6.11", "vector 11"],
    gone: ["SEC-B6"],
    changes: (t, index) => ({
      name: `Ada ${index}`,
      image: `https://example.com/${index}.png`,
      email: t.email(),
      emailVerified: t.inDays(-1 - index),
    }),
    row: (t, _owner, fields) =>
      userRow(t, t.user({ name: `Ada ${t.unique()}`, emailVerified: t.inDays(-3), ...fields })),
  },
  {
    name: "account",
    one: "an account",
    One: "An account",
    many: "accounts",
    create: "linkAccount",
    remove: "unlinkAccount",
    removed: "unlinked",
    keys: [
      { field: "provider", name: "provider", clause: "SEC-C1", ...wholeText },
      { field: "providerAccountId", name: "account id", clause: "SEC-C1", ...wholeText },
    ],
    texts: ["access_token", "refresh_token", "id_token", "scope"],
    // A passkey sign-up links an account like this one.
    bare: {
      type: "webauthn",
      access_token: undefined,
      refresh_token: undefined,
      id_token: undefined,
      scope: undefined,
      expires_at: undefined,
      token_type: undefined,
    },
    invalid: [{ expires_at: Number.NaN }, { access_token: {} }],
    unique: "unique_accounts",
    isOwned: true,
    isReadOnce: false,
    oneWinner: ["SEC-B3", "§4 linkAccount"],
    gone: [],
    variation: (_t, index) => ({
      provider: `provider-${index % 7}`,
      type: (["oauth", "oidc", "email", "webauthn"] as const)[index % 4],
    }),
    row: (t, owner, fields) =>
      accountRow(t, owner, t.account(owner.id, { access_token: t.unique(), ...fields })),
  },
  {
    name: "session",
    one: "a session",
    One: "A session",
    many: "sessions",
    create: "createSession",
    update: "updateSession",
    remove: "deleteSession",
    removed: "deleted",
    keys: [{ field: "sessionToken", name: "session token", clause: "SEC-D13", ...wholeText }],
    texts: [],
    bare: {},
    invalid: [{ expires: noDate }],
    unique: "unique_sessions",
    isOwned: true,
    isReadOnce: false,
    oneWinner: ["SEC-B5", "§4 createSession"],
    gone: ["SEC-D7"],
    // Later and earlier than the one before, in turns.
    changes: (t, index) => ({ expires: t.inDays(60 + (index % 2 === 0 ? index : -index)) }),
    expiryField: "expires",
    variation: (t, index) => ({ expires: t.inDays(1 + (index % 300)) }),
    row: (t, owner, fields) => sessionRow(t, owner, t.session(owner.id, fields)),
  },
  {
    name: "token",
    one: "a verification token",
    One: "A verification token",
    many: "verification tokens",
    create: "createVerificationToken",
    remove: "useVerificationToken",
    removed: "used",
    keys: [
      { field: "identifier", name: "identifier", clause: "SEC-E1", ...address },
      { field: "token", name: "verification token", clause: "SEC-E1", ...wholeText },
    ],
    texts: [],
    bare: {},
    invalid: [{ expires: noDate }],
    unique: "unique_tokens",
    isOwned: false,
    isReadOnce: true,
    oneWinner: ["SEC-B1", "§4 useVerificationToken", "vector 4", "SEC-E2"],
    gone: ["SEC-E2"],
    addressField: "identifier",
    expiryField: "expires",
    row: (t, _owner, fields) => tokenRow(t, t.verificationToken(fields)),
  },
  {
    name: "passkey",
    one: "a passkey",
    One: "A passkey",
    many: "passkeys",
    create: "createAuthenticator",
    update: "updateAuthenticatorCounter",
    keys: [{ field: "credentialID", name: "passkey id", clause: "SEC-F5", ...wholeText }],
    texts: ["credentialPublicKey", "credentialDeviceType", "transports", "providerAccountId"],
    bare: { transports: undefined, counter: 0, credentialBackedUp: false },
    invalid: [{ counter: Number.NaN }, { credentialPublicKey: {} }],
    isOwned: true,
    isReadOnce: false,
    oneWinner: ["SEC-B4", "§7.2"],
    gone: ["SEC-F7"],
    changes: (_t, index) => ({ counter: 3 + index }),
    variation: (_t, index) => ({ counter: index }),
    row: (t, owner, fields) => passkeyRow(t, t.authenticator(owner.id, fields)),
  },
] satisfies readonly Kind[]

/** The kinds of row that a user owns. */
export const ownedKinds: readonly Kind[] = kinds.filter(({ isOwned }) => isOwned)

/** The kinds of row that are deleted with a user. */
export const userRowKinds: readonly Kind[] = kinds.filter(
  ({ isOwned, addressField }) => isOwned || addressField !== undefined,
)

/** The address of the owner, in the field that connects a row with it. */
export const toAddressFields = ({ addressField }: Kind, { email }: Owner): Fields =>
  addressField ? { [addressField]: email } : {}

/** The nth of many rows of one user. */
export const toOwnedRow = (t: CaseContext, kind: Kind, owner: Owner, index = 0): Row =>
  kind.row(t, owner, { ...kind.variation?.(t, index), ...toAddressFields(kind, owner) })

/** The fields of the key of a row. */
export const pickKeys = ({ keys }: Kind, { fields }: Row): Fields =>
  Object.fromEntries(keys.map(({ field }) => [field, fields[field]]))

/** The clauses of the operations that write rows of the kind. */
export const writeClauses = ({ create, update, remove }: Kind): string[] =>
  [create, update, remove].flatMap((operation) => (operation ? [`§4 ${operation}`] : []))

/** The key that only one row can have. The adapter may replace the rest, such as the id of a user. */
export const pickUniqueKey = ({ keys }: Kind, { fields }: Row): Fields =>
  Object.fromEntries(keys.flatMap(({ field, isAssigned }) => (isAssigned ? [] : [[field, fields[field]]])))

/** Every lookup of the row returns it. */
export async function expectFound(t: CaseContext, { lookups }: Row, when = "afterwards"): Promise<void> {
  for (const { operation, expected, read } of lookups) t.row(await read(), expected, `${operation} ${when}`)
}

/** No lookup of the row returns anything. */
export async function expectAbsent(t: CaseContext, { lookups }: Row, when = "afterwards"): Promise<void> {
  for (const { operation, read } of lookups) t.isNothing(await read(), `${operation} ${when}`)
}
