import { MortiseError } from "../contract/errors.ts"
import type { ModelName } from "../contract/models.ts"
import type { OperationName } from "../contract/operation-names.ts"
import type { Key, Row, Value } from "../contract/rows.ts"
import { type Awaitable, andThen } from "../shared/awaitable.ts"
import type { Checks } from "./checks.ts"
import type { Miss, Store } from "./store.ts"

export type OperationParts = { readonly store: Store; readonly check: Checks; readonly now: () => number }

/** The nineteen operations with unchecked arguments. */
export type Nineteen = { [Name in OperationName]: (...args: unknown[]) => Awaitable<unknown> }

/** Creates the nineteen operations of the contract over the seven verbs. */
export const createNineteen = (parts: OperationParts): Nineteen => ({
  ...users(parts),
  ...accounts(parts),
  ...sessions(parts),
  ...verificationTokens(parts),
  ...authenticators(parts),
})

type Operations<Names extends OperationName> = Pick<Nineteen, Names>

type UserOperations = "createUser" | "getUser" | "getUserByEmail" | "updateUser" | "deleteUser"

const users = ({ store, check }: OperationParts): Operations<UserOperations> => ({
  createUser: (user) => insert(store, "user", check.row("user", user)),

  getUser: (id) => find(store, "user", check.key("user", { id })),

  getUserByEmail: (email) => find(store, "user", check.key("user", { email })),

  updateUser(user) {
    const { key, patch } = check.changes("user", user)
    const updated = isEmpty(patch) ? store.find("user", key) : store.update("user", key, patch)
    return andThen<Row | Miss | null, Row>(
      updated,
      (row) => rowOrNull(row) ?? notFound("user", "There is no user with this id: create the user first"),
    )
  },

  deleteUser(userId) {
    const key = check.key("user", { id: userId })
    return key && store.removeUser(key["id"] as string)
  },
})

// getUserByAccount does not return the account, whose tokens are long.
const userOnly = { userOnly: true }

type AccountOperations = "linkAccount" | "unlinkAccount" | "getAccount" | "getUserByAccount"

const accounts = ({ store, check }: OperationParts): Operations<AccountOperations> => ({
  linkAccount: (account) => insert(store, "account", check.row("account", account)),

  // The contract's type has no null here.
  unlinkAccount: async (account) =>
    (await take(store, "account", check.keyIn("account", account))) ?? undefined,

  getAccount: (providerAccountId, provider) =>
    find(store, "account", check.key("account", { provider, providerAccountId })),

  getUserByAccount(account) {
    const key = check.keyIn("account", account)
    return (
      key && andThen(store.findWithUser("account", key, userOnly), (match) => (match ? match.user : null))
    )
  },
})

type SessionOperations = "createSession" | "getSessionAndUser" | "updateSession" | "deleteSession"

function sessions({ store, check, now }: OperationParts): Operations<SessionOperations> {
  const isExpired = (session: Row) => (session["expires"] as Date).getTime() <= now()
  // The session is absent for the caller, whether or not this clean-up succeeds.
  const removeExpired = async (key: Key) => {
    try {
      await store.take("session", key, { field: "expires", is: "<=", value: new Date(now()) })
    } catch {}
    return null
  }

  return {
    createSession: (session) => insert(store, "session", check.row("session", session)),

    getSessionAndUser(sessionToken) {
      const key = check.key("session", { sessionToken })
      if (!key) return null
      return andThen(store.findWithUser("session", key), (match) => {
        if (!match) return null
        return isExpired(match.row) ? removeExpired(key) : { session: match.row, user: match.user }
      })
    },

    updateSession(session) {
      const { key, patch } = check.changes("session", session)
      if (isEmpty(patch))
        return andThen(store.find("session", key), (row) =>
          row && isExpired(row) ? removeExpired(key) : row,
        )
      const alive = { field: "expires", is: ">", value: new Date(now()) } as const
      return andThen(store.update("session", key, patch, alive), (row) =>
        row === "refused" ? removeExpired(key) : rowOrNull(row),
      )
    },

    async deleteSession(sessionToken) {
      const session = await take(store, "session", check.key("session", { sessionToken }))
      return session && !isExpired(session) ? session : null
    },
  }
}

type TokenOperations = "createVerificationToken" | "useVerificationToken"

const verificationTokens = ({ store, check }: OperationParts): Operations<TokenOperations> => ({
  createVerificationToken: (token) =>
    insert(store, "verificationToken", check.row("verificationToken", token)),

  useVerificationToken: (key) => take(store, "verificationToken", check.keyIn("verificationToken", key)),
})

type AuthenticatorOperations =
  | "createAuthenticator"
  | "getAuthenticator"
  | "listAuthenticatorsByUserId"
  | "updateAuthenticatorCounter"

const authenticators = ({ store, check }: OperationParts): Operations<AuthenticatorOperations> => ({
  createAuthenticator: (authenticator) =>
    insert(store, "authenticator", check.row("authenticator", authenticator)),

  getAuthenticator: (credentialID) =>
    find(store, "authenticator", check.key("authenticator", { credentialID })),

  listAuthenticatorsByUserId(userId) {
    const key = check.key("user", { id: userId })
    return key ? store.list("authenticator", key["id"] as string) : []
  },

  async updateAuthenticatorCounter(credentialID, newCounter) {
    const { key, patch } = check.changes("authenticator", { credentialID, counter: newCounter ?? null })
    const guard = { field: "counter", is: "<=", value: patch["counter"] as Value } as const
    const row = await store.update("authenticator", key, patch, guard)
    if (row === "refused")
      throw new MortiseError("counter_regression", regression, { model: "authenticator" })
    return row === "absent"
      ? notFound("authenticator", "There is no passkey with this credentialID: create it first")
      : row
  },
})

const regression =
  "The counter of this passkey would decrease: the passkey may have been cloned. Nothing was changed."

const insert = (store: Store, model: ModelName, row: Row) =>
  andThen(store.insert([[model, row]]), (rows) => rows[0])

const find = (store: Store, model: ModelName, key: Key | null) => key && store.find(model, key)

export const take = (store: Store, model: ModelName, key: Key | null) =>
  key && andThen(store.take(model, key), rowOrNull)

function isEmpty(patch: object): boolean {
  for (const _ in patch) return false
  return true
}

const rowOrNull = (row: Row | Miss | null): Row | null => (typeof row === "string" ? null : row)

function notFound(model: ModelName, sentence: string): never {
  throw new MortiseError("not_found", `${sentence}.`, { model })
}
