import type { OperationName } from "mortise"
import type { CaseContext, NewCase } from "../../case.ts"
import { kebabCase } from "../kebab-case.ts"

// These cases run before any row is stored: some stores create a collection or an index with its first row.

type Lookup = readonly [operation: OperationName, args: (t: CaseContext) => readonly unknown[]]

const account = { provider: "github", providerAccountId: "none" }

const lookups: readonly Lookup[] = [
  ["getUser", () => [crypto.randomUUID()]],
  ["getUserByEmail", (t) => [t.email()]],
  ["getUserByAccount", () => [account]],
  ["getAccount", () => [account.providerAccountId, account.provider]],
  ["getSessionAndUser", (t) => [t.unique()]],
  ["useVerificationToken", (t) => [{ identifier: t.email(), token: t.unique() }]],
  ["getAuthenticator", (t) => [t.unique()]],
  ["listAuthenticatorsByUserId", () => [crypto.randomUUID()]],
]

const onEmptyStore = ([operation, args]: Lookup): NewCase => ({
  id: `empty-store/${kebabCase(operation)}`,
  clause: `§4 ${operation}`,
  title: `${operation} finds nothing in a store that holds no rows yet, and does not throw`,
  harm: "The first sign-in to a new service fails.",
  fix: "Treat a missing collection as an empty one, or create it when the adapter is created.",
  first: true,
  async run(t) {
    const answer = await t.call(operation, ...args(t))
    t.equal(answer, operation === "listAuthenticatorsByUserId" ? [] : null, operation)
  },
})

export const emptyStore: readonly NewCase[] = lookups.map(onEmptyStore)
