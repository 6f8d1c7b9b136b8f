import type { OperationName } from "mortise"
import { findOperation } from "../../../../engine/case-tools/find-operation.ts"
import type { NewCase } from "../../case.ts"

export const outage: readonly NewCase[] = [
  {
    id: "outage/lookups-throw",
    clause: "SEC-A2",
    also: ["§7.3", "vector 25"],
    title: "When the store cannot be reached, lookups throw instead of returning null",
    harm: "A short outage signs all users out, and a person who signs in during it gets a second user.",
    evidence:
      "@auth/pg-adapter (getUser), @auth/azure-tables-adapter and @auth/surrealdb-adapter swallow errors and return null",
    fix: "Do not catch an error that you cannot handle.",
    outage: true,
    async run(t) {
      const { adapter } = await t.openBroken()
      const lookups: Partial<Record<OperationName, readonly unknown[]>> = {
        getUser: [crypto.randomUUID()],
        getUserByEmail: [t.email()],
        getUserByAccount: [{ provider: "github", providerAccountId: t.unique() }],
        getAccount: [t.unique(), "github"],
        getSessionAndUser: [t.token()],
        useVerificationToken: [{ identifier: t.email(), token: t.token() }],
        getAuthenticator: [t.unique()],
        listAuthenticatorsByUserId: [crypto.randomUUID()],
      }
      for (const [name, args] of Object.entries(lookups)) {
        const operation = findOperation(adapter, name as OperationName)
        if (operation) await t.throws(async () => operation(...args), `${name} during an outage`)
      }
    },
  },
  {
    id: "outage/writes-throw",
    clause: "SEC-A2",
    also: ["§7.2", "vector 25"],
    title: "When the store cannot be reached, writes throw instead of reporting success",
    harm: "The client continues with an account, a session or a passkey that was never stored.",
    evidence: "@auth/azure-tables-adapter swallows the errors of linkAccount",
    fix: "Do not catch an error that you cannot handle.",
    outage: true,
    async run(t) {
      const { adapter } = await t.openBroken()
      const userId = crypto.randomUUID()
      const writes: Partial<Record<OperationName, readonly unknown[]>> = {
        createUser: [t.user()],
        updateUser: [{ id: userId, name: "Ada" }],
        deleteUser: [userId],
        linkAccount: [t.account(userId)],
        unlinkAccount: [{ provider: "github", providerAccountId: t.unique() }],
        createSession: [t.session(userId)],
        updateSession: [{ sessionToken: t.token(), expires: t.inDays(1) }],
        deleteSession: [t.token()],
        createVerificationToken: [t.verificationToken()],
        createAuthenticator: [t.authenticator(userId)],
        updateAuthenticatorCounter: [t.unique(), 1],
      }
      for (const [name, args] of Object.entries(writes)) {
        const operation = findOperation(adapter, name as OperationName)
        if (operation) await t.throws(async () => operation(...args), `${name} during an outage`)
      }
    },
  },
]
