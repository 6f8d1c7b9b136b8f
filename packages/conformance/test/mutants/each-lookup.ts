import type { OperationName } from "mortise"
import { kebabCase } from "../../src/suites/authjs/cases/kebab-case.ts"
import { type Mutant, type Operation, pause, wrapOperations } from "./mutant.ts"

/** Replaces one operation of the good adapter. */
const replacing = (name: OperationName, change: (operation: Operation) => Operation): Mutant["make"] =>
  wrapOperations([name], change)

/** Keeps the arguments of the last call, and uses them for every call that waits. */
const withSharedArguments = (operation: Operation): Operation => {
  let last: unknown[] = []
  return async (...args) => {
    last = args
    await null
    return operation(...last)
  }
}

/** Shares a running call between all callers with the same arguments. */
const coalesced = (operation: Operation): Operation => {
  const running = new Map<string, Promise<unknown>>()
  const slowly = async (args: unknown[]) => {
    const answer = await operation(...args)
    await pause()
    return answer
  }
  return async (...args) => {
    const key = JSON.stringify(args)
    const answer = running.get(key) ?? slowly(args).finally(() => running.delete(key))
    running.set(key, answer)
    return structuredClone(await answer)
  }
}

const frozen = (operation: Operation): Operation => {
  return async (...args) => Object.freeze(await operation(...args))
}

/** Every lookup, and the rows that it finds. */
const rowsFoundBy = {
  ...{ getUser: "users", getUserByEmail: "users", getUserByAccount: "accounts", getAccount: "accounts" },
  ...{ getSessionAndUser: "sessions", getAuthenticator: "passkeys", listAuthenticatorsByUserId: "passkeys" },
} as const

const lookups = Object.keys(rowsFoundBy) as (keyof typeof rowsFoundBy)[]

/** The case of each change, and the lookups during it. A mutant is named after what changes and what is looked up. */
const watched: Readonly<Record<string, Readonly<Record<string, OperationName>>>> = {
  "removal-of-sessions": { "sign-out": "getSessionAndUser" },
  "deletion-and-sessions": { "deletion-and-session": "getSessionAndUser" },
  "removal-of-users": { "deletion-and-user": "getUser", "deletion-and-address": "getUserByEmail" },
  "deletion-and-accounts": { "deletion-and-owner": "getUserByAccount", "deletion-and-account": "getAccount" },
  "deletion-and-passkeys": {
    "deletion-and-passkey": "getAuthenticator",
    "deletion-and-passkeys": "listAuthenticatorsByUserId",
  },
  "removal-of-accounts": { "unlinking-and-owner": "getUserByAccount", "unlinking-and-account": "getAccount" },
  "change-of-sessions": { extension: "getSessionAndUser" },
  "change-of-users": {
    "update-and-user": "getUser",
    "update-and-address": "getUserByEmail",
    "change-of-address-and-old": "getUserByEmail",
    "change-of-address-and-new": "getUserByEmail",
    "change-of-address-and-id": "getUser",
  },
  "update-and-sessions": { "update-and-session": "getSessionAndUser" },
  "update-and-accounts": { "update-and-owner": "getUserByAccount" },
  "change-of-passkeys": {
    "counter-and-passkey": "getAuthenticator",
    "counter-and-passkeys": "listAuthenticatorsByUserId",
  },
  "creation-of-sessions": { "sign-in": "getSessionAndUser" },
  "creation-of-users": { "sign-up": "getUserByEmail" },
  "creation-of-accounts": { "linking-and-owner": "getUserByAccount", "linking-and-account": "getAccount" },
  "creation-of-passkeys": {
    "registration-and-passkey": "getAuthenticator",
    "registration-and-passkeys": "listAuthenticatorsByUserId",
  },
}

const writes = {
  updateUser: "lost-writes/users",
  deleteUser: "lost-writes/users",
  deleteSession: "lost-writes/sessions",
  unlinkAccount: "lost-writes/accounts",
  updateAuthenticatorCounter: "lost-writes/passkeys",
} as const

/** One defect for each lookup, for each change that a lookup can meet, and for the writes. */
export const eachLookupMutants: readonly Mutant[] = [
  ...lookups.map((name) => ({
    name: `${kebabCase(name)}-shares-its-arguments`,
    defect: `concurrent calls of ${name} all use the arguments of the last one`,
    evidence: "one prepared statement with shared bindings; SEC-B9",
    make: replacing(name, withSharedArguments),
    by: `concurrent-lookups/${rowsFoundBy[name]}`,
  })),
  ...lookups.map((name) => ({
    name: `${kebabCase(name)}-returns-frozen-rows`,
    defect: `a caller of ${name} cannot change the result`,
    evidence: "Immer and other immutable stores freeze what they return",
    make: replacing(name, frozen),
    by: `separate-results/of-${rowsFoundBy[name]}`,
  })),
  ...Object.entries(watched).flatMap(([during, lookupsOf]) =>
    Object.entries(lookupsOf).map(([change, name]) => ({
      name: `stale-${change}`,
      defect: `a call of ${name} that starts after a change joins one that started before it`,
      evidence: "single-flight caches; SEC-D7",
      make: replacing(name, coalesced),
      by: `lookups-during/${during}`,
    })),
  ),
  ...Object.entries(writes).map(([name, by]) => ({
    name: `${kebabCase(name)}-shares-its-arguments`,
    defect: `concurrent calls of ${name} all use the arguments of the last one`,
    evidence: "one prepared statement with shared bindings; SEC-B9",
    make: replacing(name as OperationName, withSharedArguments),
    by,
  })),
]
