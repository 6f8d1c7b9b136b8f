import { breaking, type Mutant } from "./mutant.ts"

/** Defects of the shape of a result. */
export const answerMutants: readonly Mutant[] = [
  {
    name: "created-user-in-an-array",
    by: "users/created-is-returned",
    defect: "createUser returns the list of rows that it inserted",
    evidence: "RETURNING without taking the first row",
    make: breaking((good) => ({ createUser: async (user) => [await good.createUser(user)] })),
  },
  {
    name: "updated-session-in-an-array",
    by: "session-updates/move-the-expiry",
    defect: "updateSession returns the list of rows that it updated",
    evidence: "RETURNING without taking the first row",
    make: breaking((good) => ({ updateSession: async (session) => [await good.updateSession(session)] })),
  },
  {
    name: "deleted-user-is-a-count",
    by: "deletions/user-is-gone",
    defect: "deleteUser returns the number of rows",
    evidence: "§4 deleteUser: nothing or the user",
    make: breaking((good) => ({
      deleteUser: async (id) => ({ count: (await good.deleteUser(id)) ? 1 : 0 }),
    })),
  },
  {
    name: "unlinked-account-is-a-count",
    by: "unlinking/account-is-gone",
    defect: "unlinkAccount returns the number of rows",
    evidence: "§4 unlinkAccount: nothing or the account",
    make: breaking((good) => ({
      unlinkAccount: async (key) => ({ count: (await good.unlinkAccount(key)) ? 1 : 0 }),
    })),
  },
  {
    name: "linked-account-of-an-object",
    by: "account-fields/what-was-not-given-is-empty",
    defect: "linkAccount returns a userId that is an object",
    evidence: "@auth/mongodb-adapter: ObjectId",
    make: breaking((good) => ({
      async linkAccount(account) {
        const linked = await good.linkAccount(account)
        return { ...linked, userId: { toString: () => linked.userId } }
      },
    })),
  },
  {
    name: "unknown-session-is-a-pair",
    by: "sessions/unknown-token-is-null",
    defect: "getSessionAndUser of an unknown token returns a session and a user that are null",
    evidence: "a LEFT JOIN without a check; a truthy result signs in",
    make: breaking((good) => ({
      getSessionAndUser: async (token) =>
        (await good.getSessionAndUser(token)) ?? { session: null, user: null },
    })),
  },
  {
    name: "account-instead-of-its-owner",
    by: "accounts/owner-is-found",
    defect: "getUserByAccount returns the account",
    evidence: "§4 getUserByAccount; @auth/unstorage-adapter mixes up kinds of rows",
    make: breaking((good) => ({
      getUserByAccount: async (key) =>
        (await good.getUserByAccount(key)) && good.getAccount(key.providerAccountId, key.provider),
    })),
  },
  {
    name: "counter-is-a-bigint",
    by: "counters/zero-is-a-counter",
    defect: "the counter is returned as a BigInt",
    evidence: "SQLite clients in BigInt mode; SEC-A7",
    make: breaking((good) => ({
      async getAuthenticator(id) {
        const found = await good.getAuthenticator(id)
        return found && { ...found, counter: BigInt(found.counter) }
      },
    })),
  },
  {
    name: "counter-of-missing-creates",
    by: "counters/unknown-is-an-error",
    defect: "updateAuthenticatorCounter of a credential that does not exist returns a passkey",
    evidence: "an upsert; §7.2: must throw",
    make: breaking((good) => ({
      async updateAuthenticatorCounter(credentialID, counter) {
        const found = await good.getAuthenticator(credentialID)
        return found ? good.updateAuthenticatorCounter(credentialID, counter) : { credentialID, counter }
      },
    })),
  },
  {
    name: "errors-are-text",
    by: "errors/are-errors",
    defect: "a refusal throws a string, not an Error",
    evidence: "SEC-M1; @auth/core logs no stack for it",
    make: breaking((good) => ({
      createUser: (user) => good.createUser(user).catch(() => Promise.reject("duplicate key")),
    })),
  },
]
