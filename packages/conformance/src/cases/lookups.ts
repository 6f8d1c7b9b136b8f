import type { OperationName } from "mortise"
import type { CaseContext } from "../case.ts"
import { accountKey } from "./row-keys.ts"

/** A stored row and the ways to read it, all as flat rows that one expectation can compare. */
export type Stored = {
  /** What a lookup of the row must return. */
  readonly expected: object
  read(): Promise<object | null>
  /** The same lookup with a key that does not exist. */
  readAbsent(): Promise<object | null>
  /** The result of the lookup as the adapter returned it. */
  readRaw(): Promise<unknown>
}

/** A lookup operation, the operations that it needs, and how to store a row of a new user for it. */
export type Lookup = {
  readonly operation: OperationName
  store(t: CaseContext): Promise<Stored>
}

const newUser = async (t: CaseContext) => {
  const given = t.user({ name: `Ada ${t.unique()}`, emailVerified: t.inDays(-3) })
  return { ...given, id: (await t.adapter.createUser(given)).id }
}

/** A session and its user in one row. A missing half leaves its fields undefined, so it never equals a whole pair. */
export const flatPair = (found: FoundPair | null | undefined): object | null =>
  found ? { ...found.session, id: found.user?.id, email: found.user?.email, name: found.user?.name } : null

/** A list of passkeys in one row, whatever its order. */
export const flatList = (passkeys: readonly { credentialID: string; counter: number }[]): object => ({
  passkeys: passkeys.map(({ credentialID, counter }) => `${credentialID} ${counter}`).sort(),
})

type FoundPair = { session: object; user: { id: string; email: string; name?: string | null } }

type Reader = (key: "own" | "absent") => Promise<unknown>

const stored = (expected: object, raw: Reader, flat: (answer: never) => object | null): Stored => ({
  expected,
  read: async () => flat((await raw("own")) as never),
  readAbsent: async () => flat((await raw("absent")) as never),
  readRaw: () => raw("own"),
})

const asIs = (row: object | null): object | null => row

/** Every lookup of the contract that does not change the row it returns. */
export const lookups: readonly Lookup[] = [
  {
    operation: "getUser",
    async store(t) {
      const user = await newUser(t)
      return stored(user, (key) => t.adapter.getUser(key === "own" ? user.id : crypto.randomUUID()), asIs)
    },
  },
  {
    operation: "getUserByEmail",
    async store(t) {
      const user = await newUser(t)
      return stored(user, (key) => t.adapter.getUserByEmail(key === "own" ? user.email : t.email()), asIs)
    },
  },
  {
    operation: "getUserByAccount",
    async store(t) {
      const user = await newUser(t)
      const account = t.account(user.id)
      await t.adapter.linkAccount(account)
      const keyOf = (key: string) => accountKey(key === "own" ? account : t.account(user.id))
      return stored(user, (key) => t.adapter.getUserByAccount(keyOf(key)), asIs)
    },
  },
  {
    operation: "getAccount",
    async store(t) {
      const { id } = await newUser(t)
      const account = t.account(id, { access_token: t.unique() })
      await t.adapter.linkAccount(account)
      const { provider, providerAccountId } = account
      const idOf = (key: string) => (key === "own" ? providerAccountId : t.unique())
      return stored(account, (key) => t.adapter.getAccount(idOf(key), provider), asIs)
    },
  },
  {
    operation: "getSessionAndUser",
    async store(t) {
      const { id, email, name } = await newUser(t)
      const session = t.session(id)
      await t.adapter.createSession(session)
      const tokenOf = (key: string) => (key === "own" ? session.sessionToken : t.token())
      const read: Reader = (key) => t.adapter.getSessionAndUser(tokenOf(key))
      return stored({ ...session, id, email, name }, read, flatPair)
    },
  },
  {
    operation: "getAuthenticator",
    async store(t) {
      const { id } = await newUser(t)
      const passkey = t.authenticator(id)
      await t.adapter.createAuthenticator(passkey)
      const idOf = (key: string) => (key === "own" ? passkey.credentialID : t.unique())
      return stored(passkey, (key) => t.adapter.getAuthenticator(idOf(key)), asIs)
    },
  },
  {
    operation: "listAuthenticatorsByUserId",
    async store(t) {
      const { id } = await newUser(t)
      const passkeys = [t.authenticator(id), t.authenticator(id, { counter: 7 })]
      for (const passkey of passkeys) await t.adapter.createAuthenticator(passkey)
      const idOf = (key: string) => (key === "own" ? id : crypto.randomUUID())
      const read: Reader = (key) => t.adapter.listAuthenticatorsByUserId(idOf(key))
      const flat = (list: never) => ((list as unknown[]).length === 0 ? null : flatList(list))
      return stored(flatList(passkeys), read, flat)
    },
  },
]
