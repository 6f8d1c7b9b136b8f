import { type OperationName, operationNames } from "../../contract/operations.ts"
import type { Chapter, Clause } from "./clause.ts"

const client = "It says what the library does, not what an adapter does."
const silent = "The contract leaves it open."

const operationSays: Readonly<Record<OperationName, string>> = {
  createUser: "Stores a user and returns it.",
  getUser: "The user of an id, or null.",
  getUserByEmail: "The user of an address, or null.",
  getUserByAccount: "The user who owns the account of a provider and an id there, or null.",
  updateUser: "Changes the given fields of the user of an id and returns the user.",
  deleteUser: "Removes a user; returns nothing or the user.",
  linkAccount: "Stores an account; returns nothing or the account.",
  unlinkAccount: "Removes the account of a provider and an id there; returns nothing or the account.",
  getAccount: "The account of an id and a provider, in that order, or null.",
  createSession: "Stores a session and returns it.",
  getSessionAndUser: "The session of a token together with its user, or null.",
  updateSession: "Changes the given fields of the session of a token; returns nothing or the session.",
  deleteSession: "Removes the session of a token; returns nothing or the session.",
  createVerificationToken: "Stores a token for an address; returns nothing or the token.",
  useVerificationToken: "Removes and returns the token of an address and a text, once; else null.",
  createAuthenticator: "Stores a passkey and returns it, or throws.",
  getAuthenticator: "The passkey of a credential id, or null.",
  listAuthenticatorsByUserId: "All passkeys of a user; none is an empty array.",
  updateAuthenticatorCounter: "Sets the counter of a passkey and returns the passkey, or throws.",
}

const operationClauses: readonly Clause[] = operationNames.map((name) => ({
  id: `§4 ${name}`,
  says: operationSays[name],
}))

export const contractClauses: Chapter = {
  title: "The contract",
  about: "Its numbered rules, its models, its transitions and its nineteen operations.",
  clauses: [
    { id: "§1.1", says: "Under the `database` strategy, sessions are kept through the adapter." },
    { id: "§1.2", says: "An adapter is a plain object; a function that makes one is called by the user." },
    { id: "§1.3", says: "Every operation is optional; a missing one fails when it is needed." },
    { id: "§1.4", says: "An adapter can be spread into a new object, and its operations overridden." },
    { id: "§1.5", says: "Fields are camelCase, OAuth's own are snake_case." },
    { id: "§1.6", says: "Models may carry additional fields." },
    { id: "§1.7", says: "A compatibility suite exists.", outside: "This is one." },
    { id: "§1.8", says: "What token rotation needs is stored, though nothing rotates." },
    { id: "§1.9", says: "deleteUser and unlinkAccount are never called by the library.", outside: client },
    { id: "§2 AdapterUser", says: "id, email, emailVerified (a Date or null), name and image." },
    { id: "§2 AdapterAccount", says: "Owner, type, provider, id there, and what OAuth returned." },
    { id: "§2 AdapterAccountType", says: "oauth, oidc, email or webauthn." },
    { id: "§2 AdapterAuthenticator", says: "A passkey: texts, a counter, a truth value, maybe transports." },
    { id: "§2 AdapterSession", says: "Token, owner and an expiry that is a Date." },
    { id: "§2 VerificationToken", says: "Address, hashed token and an expiry that is a Date." },
    { id: "§3 session extended", says: "A live session gets a later expiry when it is used." },
    { id: "§3 session expired", says: "A session past its expiry is removed." },
    { id: "§3 session deleted", says: "A deleted session is gone, and preferably returned." },
    { id: "§3 token used", says: "A token that matches is returned and deleted, once." },
    { id: "§3 token expired", says: "A token past its expiry signs nobody in." },
    { id: "§3 email verified", says: "emailVerified is null until the first success by email, then a date." },
    ...operationClauses,
    { id: "§5.1", says: "Under `jwt` the sign-in state is in a cookie.", outside: client },
    { id: "§5.2", says: "Under `database` the session is found by the token in a cookie." },
    { id: "§5.3", says: "Accounts of four types sign users in." },
    { id: "§5.4", says: "Verification tokens arrive hashed." },
    { id: "§6", says: "Events.", outside: silent },
    { id: "§7.1", says: "A missing operation is an error when it is called." },
    { id: "§7.2", says: "createAuthenticator and updateAuthenticatorCounter throw when they fail." },
    { id: "§7.3", says: "listAuthenticatorsByUserId is [] for nobody, and throws when it fails." },
    { id: "§7.4", says: "getAccount and getAuthenticator answer null when nothing is found." },
    { id: "§7.5", says: "The other lookups answer null when nothing matches." },
    { id: "§8", says: "Limits.", outside: silent },
    { id: "§9", says: "Versions.", outside: silent },
  ],
}
