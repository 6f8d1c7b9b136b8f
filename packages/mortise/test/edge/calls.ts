import { extras } from "../../src/contract/adapter-parts.ts"
import type { SqlAdapter } from "../../src/index.ts"

const expires = new Date("2100-01-01T00:00:00Z")
const later = new Date("2100-02-01T00:00:00Z")

/** Rows with fixed values, so that what two calls leave can be compared. */
export const rows = {
  user: { id: "ada", name: "Ada", email: "ada@example.com", emailVerified: null },
  account: { provider: "github", providerAccountId: "1", type: "oauth" as const },
  session: { sessionToken: "session", expires },
  token: { identifier: "ada@example.com", token: "token", expires },
}

const account = { ...rows.account, userId: "ada", providerAccountId: "2" }

const calls = {
  signUp: (adapter: SqlAdapter) =>
    extras(adapter).signUp({
      user: { id: "bea", email: "bea@example.com", emailVerified: null },
      account: { ...rows.account, providerAccountId: "3" },
      session: { sessionToken: "third", expires },
    }),
  createUser: (adapter) => adapter.createUser({ id: "cy", email: "cy@example.com", emailVerified: null }),
  getUser: (adapter) => adapter.getUser("ada"),
  updateUser: (adapter) => adapter.updateUser({ id: "ada", name: "Ada Lovelace" }),
  linkAccount: (adapter) => adapter.linkAccount(account),
  unlinkAccount: (adapter) => adapter.unlinkAccount({ provider: "github", providerAccountId: "1" }),
  createSession: (adapter) => adapter.createSession({ sessionToken: "second", userId: "ada", expires }),
  getSessionAndUser: (adapter) => adapter.getSessionAndUser("session"),
  updateSession: (adapter) => adapter.updateSession({ sessionToken: "session", expires: later }),
  deleteSession: (adapter) => adapter.deleteSession("session"),
  createVerificationToken: (adapter) => adapter.createVerificationToken({ ...rows.token, token: "other" }),
  useVerificationToken: (adapter) =>
    adapter.useVerificationToken({ identifier: "ada@example.com", token: "token" }),
  deleteUser: (adapter) => adapter.deleteUser("ada"),
} satisfies Readonly<Record<string, (adapter: SqlAdapter) => unknown>>

export type Call = keyof typeof calls

/** All calls, in an order in which each of them finds its row. */
export const callNames = Object.keys(calls) as readonly Call[]

export const makeCall = async (adapter: SqlAdapter, name: Call): Promise<unknown> => calls[name](adapter)
