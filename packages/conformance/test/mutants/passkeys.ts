import type { Authenticator } from "mortise"
import { breaking, type Mutant } from "./mutant.ts"

/** Defects of storing and listing authenticators. */
export const passkeyMutants: readonly Mutant[] = [
  {
    name: "passkey-list-empty",
    by: "authenticators/listed-by-user",
    defect: "listAuthenticatorsByUserId always returns []",
    evidence: "@auth/surrealdb-adapter; passes the Auth.js suite",
    make: breaking(() => ({ listAuthenticatorsByUserId: async () => [] })),
  },
  {
    name: "passkey-list-of-one",
    by: "authenticators/listed-by-user",
    defect: "listAuthenticatorsByUserId returns only the first passkey",
    evidence: "@auth/surrealdb-adapter: LIMIT 1",
    make: breaking((good) => ({
      listAuthenticatorsByUserId: async (id) => (await good.listAuthenticatorsByUserId(id)).slice(0, 1),
    })),
  },
  {
    name: "passkey-list-of-all-users",
    by: "authenticators/listed-by-user",
    defect: "listAuthenticatorsByUserId returns the passkeys of all users",
    evidence: "SEC-F6; an empty filter",
    make: breaking((good) => {
      const all: Authenticator[] = []
      return {
        async createAuthenticator(authenticator) {
          const created = await good.createAuthenticator(authenticator)
          all.push(created)
          return created
        },
        listAuthenticatorsByUserId: async (id) =>
          (await good.listAuthenticatorsByUserId(id)).length > 0 ? all : [],
      }
    }),
  },
  {
    name: "passkey-listed-twice-after-use",
    by: "counters/list-stays-whole",
    defect: "each use of a passkey adds it to the list again",
    evidence: "@auth/unstorage-adapter: c1, c2, c1, c3, c2, c1",
    make: breaking((good) => {
      const uses: string[] = []
      return {
        async updateAuthenticatorCounter(id, counter) {
          const updated = await good.updateAuthenticatorCounter(id, counter)
          uses.push(id)
          return updated
        },
        async listAuthenticatorsByUserId(id) {
          const list = await good.listAuthenticatorsByUserId(id)
          return [...list, ...list.filter(({ credentialID }) => uses.includes(credentialID))]
        },
      }
    }),
  },
  {
    name: "passkey-list-of-unknown-user-is-null",
    by: "authenticators/list-of-nobody-is-empty",
    defect: "listAuthenticatorsByUserId returns null when the user has no passkeys",
    evidence: "§7.3: an empty array",
    make: breaking((good) => ({
      async listAuthenticatorsByUserId(id) {
        const list = await good.listAuthenticatorsByUserId(id)
        return list.length > 0 ? list : null
      },
    })),
  },
  {
    name: "passkey-list-of-unknown-user-throws",
    by: "authenticators/list-of-nobody-is-empty",
    defect: "listAuthenticatorsByUserId throws for a user who does not exist",
    evidence: "§7.3: an empty array",
    make: breaking((good) => ({
      async listAuthenticatorsByUserId(id) {
        if (!(await good.getUser(id))) throw new Error("No such user")
        return good.listAuthenticatorsByUserId(id)
      },
    })),
  },
  {
    name: "unknown-passkey-is-truthy",
    by: "authenticators/unknown-is-null",
    defect: "getAuthenticator returns {} for a credential that does not exist",
    evidence: "@auth/mongodb-adapter builds {} from null; §7.4",
    make: breaking((good) => ({
      getAuthenticator: async (id) => (await good.getAuthenticator(id)) ?? {},
    })),
  },
  {
    name: "transports-as-array",
    by: "authenticators/created-is-found",
    defect: "transports are returned as an array",
    evidence: "§2 AdapterAuthenticator: concatenated; @auth/core splits the text",
    make: breaking((good) => ({
      async getAuthenticator(id) {
        const found = await good.getAuthenticator(id)
        return found && { ...found, transports: found.transports?.split(",") }
      },
    })),
  },
  {
    name: "backed-up-is-a-number",
    by: "authenticators/created-is-found",
    defect: "credentialBackedUp is returned as 1 or 0",
    evidence: "@auth/kysely-adapter on SQLite",
    make: breaking((good) => ({
      async getAuthenticator(id) {
        const found = await good.getAuthenticator(id)
        return found && { ...found, credentialBackedUp: found.credentialBackedUp ? 1 : 0 }
      },
    })),
  },
]
