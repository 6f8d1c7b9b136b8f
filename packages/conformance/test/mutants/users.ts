import type { User } from "mortise"
import { breaking, type Mutant } from "./mutant.ts"

/** Defects of `createUser` and of user lookups. */
export const userMutants: readonly Mutant[] = [
  {
    name: "create-user-answers-a-stub",
    by: "users/created-is-returned",
    defect: "createUser returns only the id",
    evidence: "passes all 22 tests of the Auth.js suite",
    make: breaking((good) => ({
      createUser: async (user) => ({ id: (await good.createUser(user)).id }),
    })),
  },
  {
    name: "create-user-answers-the-input",
    by: "empty-fields/passkey-sign-up",
    defect: "createUser returns its argument, without an id if none was given",
    evidence: "@auth/kysely-adapter; a WebAuthn sign-up gives no id",
    make: breaking((good) => ({
      async createUser(user) {
        await good.createUser(user)
        return user
      },
    })),
  },
  {
    name: "create-user-answers-another-id",
    by: "users/found-by-id",
    defect: "createUser returns the given id although the store generated another",
    evidence: "§4 createUser; account and session then belong to an unknown user",
    make: breaking((good) => ({
      async createUser(user) {
        const created = await good.createUser({ ...user, id: undefined })
        return { ...created, id: user.id ?? created.id }
      },
    })),
  },
  {
    name: "user-ids-are-numbers",
    by: "users/created-is-returned",
    defect: "the id of a user is a number",
    evidence: "@auth/pg-adapter, @auth/neon-adapter",
    make: breaking((good) => {
      const ids: string[] = []
      const numbered = (user: User | null) => user && { ...user, id: ids.indexOf(user.id) }
      return {
        async createUser(user) {
          const created = await good.createUser(user)
          ids.push(created.id)
          return numbered(created)
        },
        getUser: async (id) => numbered(await good.getUser(ids[Number(id)] ?? id)),
        getUserByEmail: async (email) => numbered(await good.getUserByEmail(email)),
        getUserByAccount: async (account) => numbered(await good.getUserByAccount(account)),
      }
    }),
  },
  {
    name: "email-required",
    by: "empty-fields/user-without-email",
    defect: "a user without an email cannot be created",
    evidence: "@auth/prisma-adapter with its shipped schema; providers without an email exist",
    make: breaking((good) => ({
      async createUser(user) {
        if (!user.email) throw new Error("NOT NULL constraint failed: users.email")
        return good.createUser(user)
      },
    })),
  },
  {
    name: "one-user-without-email",
    by: "empty-fields/users-without-email-stay-apart",
    defect: "an absent email is stored as one shared value: the second such user is refused",
    evidence: "@auth/mikro-orm-adapter",
    make: breaking((good) => {
      let taken = false
      return {
        async createUser(user) {
          if (!user.email && taken) throw new Error("UNIQUE constraint failed: users.email")
          if (!user.email) taken = true
          return good.createUser(user)
        },
      }
    }),
  },
  {
    name: "email-less-users-found-by-undefined",
    by: "missing-keys/of-users",
    defect: "users without an email are stored under the key `undefined`, and looked up there",
    evidence: "@auth/upstash-redis-adapter",
    make: breaking((good) => {
      let last: User | undefined
      return {
        async createUser(user) {
          const created = await good.createUser(user)
          if (!user.email) last = created
          return created
        },
        getUserByEmail: async (email) =>
          (email === undefined ? last : undefined) ?? (await good.getUserByEmail(email)),
      }
    }),
  },
  {
    name: "email-verified-dropped",
    by: "dates/verified-at-everywhere",
    defect: "createUser does not store emailVerified",
    evidence: "§2 AdapterUser; email sign-up passes the date of the first sign-in",
    make: breaking((good) => ({
      createUser: ({ emailVerified, ...user }) => good.createUser(user),
    })),
  },
  {
    name: "unknown-user-is-truthy",
    by: "users/unknown-id-is-null",
    defect: "getUser returns {} for an id that does not exist",
    evidence: "@auth/mongodb-adapter",
    make: breaking((good) => ({ getUser: async (id) => (await good.getUser(id)) ?? {} })),
  },
  {
    name: "unknown-user-throws",
    by: "users/unknown-id-is-null",
    defect: "getUser throws for an id that does not exist",
    evidence: "§7.5: null when nothing matches",
    make: breaking((good) => ({
      async getUser(id) {
        const user = await good.getUser(id)
        if (!user) throw new Error("No User found")
        return user
      },
    })),
  },
  {
    name: "malformed-id-throws",
    by: "users/unknown-id-is-null",
    defect: "getUser throws for an id that the database could not have generated",
    evidence: "@auth/supabase-adapter",
    make: breaking((good) => ({
      async getUser(id) {
        if (!/^[\da-f-]{36}$/.test(id)) throw new Error("invalid input syntax for type uuid")
        return good.getUser(id)
      },
    })),
  },
  {
    name: "session-read-as-user",
    by: "exact-keys/other-rows-are-no-users",
    defect: "rows share one key space: getUser of a session token returns the session",
    evidence: "@auth/pouchdb-adapter, @auth/unstorage-adapter",
    make: breaking((good) => ({
      getUser: async (id) => (await good.getUser(id)) ?? (await good.getSessionAndUser(id))?.session ?? null,
    })),
  },
]
