import type { Case, CaseContext } from "../../case.ts"
import { flatPair } from "../lookups.ts"
import { accountKey, tokenKey } from "../row-keys.ts"
import { type SiblingKind, type Siblings, siblingCase } from "./sibling-case.ts"
import { siblingUsers } from "./sibling-users.ts"

/** Rows that `make` creates from a key, and that are found by that key. */
const keyedRows = <Row extends object>(
  make: (key: string) => Row,
  { add, act, read }: Record<"add" | "act" | "read", (row: Row) => Promise<unknown>>,
): Siblings => {
  const rows = new Map<string, Row>()
  const rowOf = (key: string): Row => {
    const row = rows.get(key) ?? make(key)
    rows.set(key, row)
    return row
  }
  return {
    add: (key) => add(rowOf(key)),
    act: (key) => act(rowOf(key)),
    read: (key) => read(rowOf(key)),
    expected: rowOf,
  }
}

const newUser = async (t: CaseContext) => (await t.adapter.createUser(t.user())).id

const openSessions =
  (act: (t: CaseContext, sessionToken: string) => Promise<unknown>) => async (t: CaseContext) => {
    const userId = await newUser(t)
    return keyedRows((sessionToken) => t.session(userId, { sessionToken }), {
      add: t.adapter.createSession,
      act: ({ sessionToken }) => act(t, sessionToken),
      read: async ({ sessionToken }) => flatPair(await t.adapter.getSessionAndUser(sessionToken)),
    })
  }

const openAccounts = (part: "provider" | "providerAccountId") => async (t: CaseContext) => {
  const userId = await newUser(t)
  return keyedRows((key) => t.account(userId, { providerAccountId: "1", [part]: key }), {
    add: t.adapter.linkAccount,
    act: (account) => t.adapter.unlinkAccount(accountKey(account)),
    read: ({ provider, providerAccountId }) => t.adapter.getAccount(providerAccountId, provider),
  })
}

const openTokens = (part: "identifier" | "token") => async (t: CaseContext) => {
  const same = t.verificationToken()
  return keyedRows((key) => ({ ...same, [part]: key }), {
    add: t.adapter.createVerificationToken,
    act: (token) => t.adapter.useVerificationToken(tokenKey(token)),
    read: (token) => t.adapter.useVerificationToken(tokenKey(token)),
  })
}

const siblingKinds: readonly SiblingKind[] = [
  {
    id: "deleted-sessions",
    operation: "deleteSession",
    name: "session token",
    clause: "§4 deleteSession",
    harm: "Signing out on one device ends the sessions of other people.",
    open: openSessions((t, token) => t.adapter.deleteSession(token)),
  },
  {
    id: "updated-sessions",
    operation: "updateSession",
    name: "session token",
    clause: "§4 updateSession",
    harm: "The activity of one person extends the sessions of others.",
    open: openSessions((t, sessionToken) => t.adapter.updateSession({ sessionToken, expires: t.inDays(99) })),
  },
  {
    id: "account-ids",
    operation: "unlinkAccount",
    name: "providerAccountId",
    clause: "§4 unlinkAccount",
    also: ["SEC-C1"],
    harm: "Removing one sign-in method removes those of other people.",
    open: openAccounts("providerAccountId"),
  },
  {
    id: "providers",
    operation: "unlinkAccount",
    name: "provider",
    clause: "§4 unlinkAccount",
    also: ["SEC-C1"],
    harm: "Removing one sign-in method removes those of other providers.",
    open: openAccounts("provider"),
  },
  {
    id: "tokens",
    operation: "useVerificationToken",
    name: "token",
    clause: "§4 useVerificationToken",
    also: ["SEC-E4"],
    harm: "A link that is used makes other links useless.",
    open: openTokens("token"),
  },
  {
    id: "identifiers",
    operation: "useVerificationToken",
    name: "identifier",
    clause: "§4 useVerificationToken",
    also: ["SEC-E4"],
    harm: "A link that is used makes the links of other people useless.",
    keyOf: (text) => `${text.toLowerCase()}@example.com`,
    folded: true,
    open: openTokens("identifier"),
  },
  {
    id: "passkeys",
    operation: "updateAuthenticatorCounter",
    name: "credentialID",
    clause: "§4 updateAuthenticatorCounter",
    also: ["SEC-F1"],
    harm: "A sign-in with one passkey raises the counter of another, which then looks like a copy.",
    async open(t) {
      const userId = await newUser(t)
      return keyedRows((credentialID) => t.authenticator(userId, { credentialID }), {
        add: t.adapter.createAuthenticator,
        act: ({ credentialID }) => t.adapter.updateAuthenticatorCounter(credentialID, 9),
        read: ({ credentialID }) => t.adapter.getAuthenticator(credentialID),
      })
    },
  },
  ...siblingUsers,
]

export const siblingKeys: readonly Case[] = siblingKinds.map(siblingCase)
