import type { OperationName } from "mortise"
import { findOperation } from "../../../../engine/case-tools/find-operation.ts"
import { type CaseContext, listTable } from "../../case.ts"

/** Operations with arguments. None of them can be answered. */
type Outage = {
  createCalls(t: CaseContext): Partial<Record<OperationName, readonly unknown[]>>
}

async function checkThrown(t: CaseContext, { createCalls }: Outage): Promise<void> {
  const { adapter } = await t.openBroken()
  for (const [name, args] of Object.entries(createCalls(t))) {
    const operation = findOperation(adapter, name)
    if (operation) await t.throws(async () => operation(...args), `${name} during an outage`)
  }
}

const about = {
  clause: "SEC-A2",
  fix: "Do not catch an error that you cannot handle.",
  outage: true,
} as const

export const outage = listTable(about, checkThrown, [
  {
    id: "outage/lookups-throw",
    also: ["§7.3", "vector 25"],
    title: "When the store cannot be reached, lookups throw instead of returning null",
    harm: "A short outage signs all users out, and a person who signs in during it gets a second user.",
    evidence:
      "@auth/pg-adapter (getUser), @auth/azure-tables-adapter and @auth/surrealdb-adapter swallow errors and return null",
    createCalls: (t) => ({
      getUser: [crypto.randomUUID()],
      getUserByEmail: [t.email()],
      getUserByAccount: [{ provider: "github", providerAccountId: t.unique() }],
      getAccount: [t.unique(), "github"],
      getSessionAndUser: [t.token()],
      useVerificationToken: [{ identifier: t.email(), token: t.token() }],
      getAuthenticator: [t.unique()],
      listAuthenticatorsByUserId: [crypto.randomUUID()],
    }),
  },
  {
    id: "outage/writes-throw",
    also: ["§7.2", "vector 25"],
    title: "When the store cannot be reached, writes throw instead of reporting success",
    harm: "The client continues with an account, a session or a passkey that was never stored.",
    evidence: "@auth/azure-tables-adapter swallows the errors of linkAccount",
    createCalls(t) {
      const userId = crypto.randomUUID()
      return {
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
    },
  },
])
