import type { Column } from "../../../src/contract/schema.ts"
import type { OperationName } from "../../../src/index.ts"
import { type AnyAdapter, accountOf, passkeyOf, sessionOf, tokenFor } from "../../support/ada.ts"
import type { BadValue } from "./bad-values.ts"

/** The nineteen operations without their types, as plain JavaScript calls them. */
export type Untyped = Record<OperationName, (...args: unknown[]) => Promise<unknown>>
export const untyped = (adapter: AnyAdapter): Untyped => adapter as unknown as Untyped

type Call = (adapter: Untyped, value: unknown) => Promise<unknown>

const passkeyId = "Y3JlZGVudGlhbA=="
const acme = { provider: "acme", providerAccountId: "1815" }
const token = { identifier: "ada@example.com", token: "hashed-token" }

/** Every text argument of a lookup, use or delete, by operation and field. */
export const keyCalls: readonly (readonly [name: string, call: Call])[] = [
  ["getUser(id)", ({ getUser }, value) => getUser(value)],
  ["getUserByEmail(email)", ({ getUserByEmail }, value) => getUserByEmail(value)],
  ["getUserByAccount.provider", (a, value) => a.getUserByAccount({ ...acme, provider: value })],
  [
    "getUserByAccount.providerAccountId",
    (a, value) => a.getUserByAccount({ ...acme, providerAccountId: value }),
  ],
  ["deleteUser(userId)", ({ deleteUser }, value) => deleteUser(value)],
  ["unlinkAccount.provider", (a, value) => a.unlinkAccount({ ...acme, provider: value })],
  ["unlinkAccount.providerAccountId", (a, value) => a.unlinkAccount({ ...acme, providerAccountId: value })],
  ["getAccount(providerAccountId)", ({ getAccount }, value) => getAccount(value, "acme")],
  ["getAccount(provider)", ({ getAccount }, value) => getAccount("1815", value)],
  ["getSessionAndUser(sessionToken)", ({ getSessionAndUser }, value) => getSessionAndUser(value)],
  ["deleteSession(sessionToken)", ({ deleteSession }, value) => deleteSession(value)],
  ["useVerificationToken.identifier", (a, value) => a.useVerificationToken({ ...token, identifier: value })],
  ["useVerificationToken.token", (a, value) => a.useVerificationToken({ ...token, token: value })],
  ["getAuthenticator(credentialID)", ({ getAuthenticator }, value) => getAuthenticator(value)],
  ["listAuthenticatorsByUserId(userId)", (a, value) => a.listAuthenticatorsByUserId(value)],
]

/** The operations whose argument is an object that contains a key. */
export const keyObjectCalls = ["getUserByAccount", "unlinkAccount", "useVerificationToken"] as const

/** The operations whose argument is a row or changes to a row. */
export const writeCalls = [
  "createUser",
  "updateUser",
  "linkAccount",
  "createSession",
  "updateSession",
  "createVerificationToken",
  "createAuthenticator",
] as const

/** A valid argument of each write, for a store with Ada's rows. A test replaces one field by a bad value. */
export const goodWrites: Readonly<Record<(typeof writeCalls)[number], Record<string, unknown>>> = {
  createUser: { id: "bob", email: "bob@example.com" },
  updateUser: { id: "ada", name: "Countess" },
  linkAccount: { ...accountOf("ada"), provider: "other" },
  createSession: sessionOf("ada", "another"),
  updateSession: { sessionToken: "session-token", expires: sessionOf("ada").expires },
  createVerificationToken: tokenFor("ada@example.com", "another"),
  createAuthenticator: passkeyOf("ada", "YW5vdGhlcg=="),
}

/** Whether this field accepts a value that other fields refuse. */
export function isGoodIn(
  operation: keyof typeof goodWrites,
  column: Column,
  { make, fits }: BadValue,
): boolean {
  const value = make()
  if (value === undefined || value === null) return mayBeEmpty(operation, column, value)
  if (column.inKey || column.oneOf || column.form === "provider_id") return false
  return fits.includes(column.kind)
}

function mayBeEmpty(operation: string, { name, presence }: Column, value: null | undefined): boolean {
  if (presence === "nullable" || presence === "optional") return true
  if (value === null) return false
  const isKey = name === "id" || name === "sessionToken"
  return operation.startsWith("update") ? !isKey : presence === "defaulted"
}

/** Both arguments of updateAuthenticatorCounter. */
export const counterCalls: readonly (readonly [name: string, call: Call])[] = [
  ["credentialID", (a, value) => a.updateAuthenticatorCounter(value, 8)],
  ["newCounter", (a, value) => a.updateAuthenticatorCounter(passkeyId, value)],
]
