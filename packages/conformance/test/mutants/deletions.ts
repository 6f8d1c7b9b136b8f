import { breaking, type Mutant } from "./mutant.ts"
import { partialDeletion } from "./partial-deletion.ts"

/** Defects of `deleteUser`: rows that it leaves. */
export const deletionMutants: readonly Mutant[] = [
  {
    name: "delete-user-does-nothing",
    by: "deletions/user-is-gone",
    defect: "deleteUser is an empty function",
    evidence: "@auth/pouchdb-adapter",
    make: breaking(() => ({ deleteUser: async () => undefined })),
  },
  {
    name: "delete-user-keeps-sessions",
    by: "cascades/sessions",
    defect: "the sessions of a deleted user stay valid",
    evidence: "GHSA-2vg6-77g8-24mp; @auth/xata-adapter",
    make: breaking((good) => partialDeletion(good, { sessions: 0 })),
  },
  {
    name: "delete-user-ends-one-session",
    by: "cascades/sessions",
    defect: "deleteUser deletes one session; the sessions on other devices stay valid",
    evidence: "@auth/upstash-redis-adapter, unstorage, surrealdb; passes the Auth.js suite",
    make: breaking((good) => partialDeletion(good, { sessions: 1 })),
  },
  {
    name: "delete-user-ends-25-sessions",
    by: "many-rows/sessions",
    defect: "deleteUser stops after 25 rows",
    evidence: "@auth/dynamodb-adapter: 15 of 40 sessions stayed",
    make: breaking((good) => partialDeletion(good, { sessions: 25 })),
  },
  {
    name: "delete-user-keeps-accounts",
    by: "cascades/accounts",
    defect: "the accounts of a deleted user stay: a sign-in with them finds no user or an incomplete one",
    evidence: "@auth/xata-adapter, neo4j",
    make: breaking((good) => partialDeletion(good, { accounts: 0 })),
  },
  {
    name: "delete-user-unlinks-one-account",
    by: "cascades/accounts",
    defect: "deleteUser removes one account of several",
    evidence: "@auth/upstash-redis-adapter, unstorage, surrealdb; passes the Auth.js suite",
    make: breaking((good) => partialDeletion(good, { accounts: 1 })),
  },
  {
    name: "delete-user-keeps-passkeys",
    by: "cascades/passkeys",
    defect: "the passkeys of a deleted user stay",
    evidence: "supabase/auth#2564; passes the Auth.js suite",
    make: breaking((good) => partialDeletion(good, { authenticators: 0 })),
  },
  {
    name: "delete-user-keeps-tokens",
    by: "deletions/tokens-go",
    defect: "a magic link to the address of a deleted user still works",
    evidence: "SEC-B6",
    make: breaking((good) => partialDeletion(good, { tokens: 0 })),
  },
  {
    name: "delete-user-keeps-email",
    by: "deletions/user-is-gone",
    defect: "the address of a deleted user still finds them",
    evidence: "@auth/upstash-redis-adapter: old email keys stay",
    make: breaking((good) => {
      const emails = new Map<string, object>()
      return {
        async deleteUser(id) {
          const user = await good.deleteUser(id)
          if (user) emails.set(user.email, user)
          return user
        },
        getUserByEmail: async (email) => (await good.getUserByEmail(email)) ?? emails.get(email) ?? null,
      }
    }),
  },
  {
    name: "delete-user-deletes-others",
    by: "deletions/others-stay",
    defect: "deleteUser deletes the sessions of all users",
    evidence: "SEC-B6; a DELETE without a WHERE",
    make: breaking((good) => {
      const tokens = new Set<string>()
      return {
        async createSession(session) {
          tokens.add(session.sessionToken)
          return good.createSession(session)
        },
        async deleteUser(id) {
          const user = await good.deleteUser(id)
          if (user) for (const token of tokens) await good.deleteSession(token)
          return user
        },
      }
    }),
  },
  {
    name: "delete-missing-user-throws",
    by: "deletions/unknown-is-quiet",
    defect: "deleteUser of a user who does not exist throws",
    evidence: "@auth/prisma-adapter",
    make: breaking((good) => ({
      async deleteUser(id) {
        const user = await good.deleteUser(id)
        if (!user) throw new Error("Record to delete does not exist.")
        return user
      },
    })),
  },
  {
    name: "delete-user-without-rows-throws",
    by: "deletions/user-is-gone",
    defect: "deleteUser throws for a user without a session",
    evidence: "@auth/unstorage-adapter",
    make: breaking((good) => {
      const users = new Set<string>()
      return {
        async createSession(session) {
          users.add(session.userId)
          return good.createSession(session)
        },
        async deleteUser(id) {
          if (!users.has(id)) throw new TypeError("Cannot read properties of null")
          return good.deleteUser(id)
        },
      }
    }),
  },
]
