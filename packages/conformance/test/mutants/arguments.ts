import type { Adapter, User } from "mortise"
import { breaking, type Mutant, type Overrides } from "./mutant.ts"

/** Defects of lookups with an invalid key. */
export const argumentMutants: readonly Mutant[] = [
  {
    name: "undefined-email-finds-the-first",
    by: "missing-keys/of-users",
    defect: "getUserByEmail(undefined) returns the first user of the table",
    evidence: "@auth/typeorm-adapter, hasura, prisma",
    make: breaking((good) => {
      const { first, createUser } = firstUser(good)
      return {
        createUser,
        getUserByEmail: async (email) => (email === undefined ? first() : good.getUserByEmail(email)),
      }
    }),
  },
  {
    name: "undefined-id-finds-the-first",
    by: "missing-keys/of-users",
    defect: "getUser(undefined) returns the first user of the table",
    evidence: "@auth/typeorm-adapter",
    make: breaking((good) => {
      const { first, createUser } = firstUser(good)
      return { createUser, getUser: async (id) => (id === undefined ? first() : good.getUser(id)) }
    }),
  },
  {
    name: "undefined-session-finds-the-first",
    by: "missing-keys/of-sessions",
    defect: "getSessionAndUser(undefined) returns the first session of the table",
    evidence: "@auth/typeorm-adapter",
    make: breaking((good) => sessionBy(good, (token) => token === undefined)),
  },
  {
    name: "empty-session-token-finds-the-first",
    by: "missing-keys/of-sessions",
    defect: "an empty session token finds a session",
    evidence: "SEC-J2",
    make: breaking((good) => sessionBy(good, (token) => token === "")),
  },
  {
    name: "operator-finds-a-session",
    by: "key-types/of-sessions",
    defect: "an operator object as session token reaches the query: { $ne: null } finds any session",
    evidence: "@auth/mongodb-adapter; CVE-2022-33171",
    make: breaking((good) => sessionBy(good, (token) => typeof token === "object" && token !== null)),
  },
  {
    name: "operator-uses-a-token",
    by: "key-types/of-tokens",
    defect: "an operator object as verification token reaches the query: { $ne: null } matches any token",
    evidence: "@auth/mongodb-adapter",
    make: breaking((good) => {
      const tokens = new Map<string, string>()
      return {
        async createVerificationToken(token) {
          tokens.set(token.identifier, token.token)
          return good.createVerificationToken(token)
        },
        useVerificationToken: (key) =>
          good.useVerificationToken(
            typeof key?.token === "object" ? { ...key, token: tokens.get(key.identifier) ?? "" } : key,
          ),
      }
    }),
  },
  {
    name: "operator-finds-a-user",
    by: "key-types/of-users",
    defect: "an operator object as email reaches the query: { $gt: '' } finds any user",
    evidence: "@auth/mongodb-adapter; SEC-J3",
    make: breaking((good) => {
      const { first, createUser } = firstUser(good)
      return {
        createUser,
        getUserByEmail: async (email) => (isObject(email) ? first() : good.getUserByEmail(email)),
      }
    }),
  },
  {
    name: "undefined-account-finds-the-first",
    by: "missing-keys/of-accounts",
    defect: "getUserByAccount without an account id returns some user of the provider",
    evidence: "@auth/prisma-adapter: findFirst with undefined; GHSA-5hvv-9cqv-894r",
    make: breaking((good) => {
      const owners = new Map<string, string>()
      return {
        async linkAccount(account) {
          owners.set(account.provider, account.userId)
          return good.linkAccount(account)
        },
        getUserByAccount: async (key) =>
          key?.providerAccountId === undefined
            ? good.getUser(owners.get(key?.provider) ?? "")
            : good.getUserByAccount(key),
      }
    }),
  },
]

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null

function firstUser(good: Adapter) {
  let first: User | null = null
  return {
    first: () => first,
    createUser: async (user: Parameters<Adapter["createUser"]>[0]) => {
      const created = await good.createUser(user)
      first ??= created
      return created
    },
  }
}

/** Returns the first session of the table for invalid tokens. */
function sessionBy(good: Adapter, matches: (token: unknown) => boolean): Overrides {
  const tokens: string[] = []
  const first = async () => {
    for (const token of tokens) {
      const found = await good.getSessionAndUser(token)
      if (found) return found
    }
    return null
  }
  return {
    async createSession(session) {
      tokens.push(session.sessionToken)
      return good.createSession(session)
    },
    getSessionAndUser: (token) => (matches(token) ? first() : good.getSessionAndUser(token)),
  }
}
