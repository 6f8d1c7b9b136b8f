import { type OperationName, operationNames } from "mortise"
import type { Chapter, Clause } from "../../../engine/clause.ts"

const client = "It defines what the library does, not what an adapter does."
const silent = "The contract does not define it."

const operationSays: Readonly<Record<OperationName, string>> = {
  createUser: "Stores a user and returns it.",
  getUser: "Returns the user with an id, or null.",
  getUserByEmail: "Returns the user with an email address, or null.",
  getUserByAccount: "Returns the user who owns the account with a provider and a providerAccountId, or null.",
  updateUser: "Changes the given fields of the user with an id and returns the user.",
  deleteUser: "Deletes a user; returns nothing or the user.",
  linkAccount: "Stores an account; returns nothing or the account.",
  unlinkAccount:
    "Deletes the account with a provider and a providerAccountId; returns nothing or the account.",
  getAccount: "Returns the account with a providerAccountId and a provider, in that order, or null.",
  createSession: "Stores a session and returns it.",
  getSessionAndUser: "Returns the session with a token together with its user, or null.",
  updateSession: "Changes the given fields of the session with a token; returns nothing or the session.",
  deleteSession: "Deletes the session with a token; returns nothing or the session.",
  createVerificationToken: "Stores a verification token for an address; returns nothing or the token.",
  useVerificationToken:
    "Deletes and returns the token with an identifier and a text, once; otherwise returns null.",
  createAuthenticator: "Stores a passkey and returns it, or throws.",
  getAuthenticator: "Returns the passkey with a credential id, or null.",
  listAuthenticatorsByUserId: "Returns all passkeys of a user; an empty array if there are none.",
  updateAuthenticatorCounter: "Sets the counter of a passkey and returns the passkey, or throws.",
}

const operationClauses: readonly Clause[] = operationNames.map((name) => ({
  id: `§4 ${name}`,
  says: operationSays[name],
}))

export const contractClauses: Chapter = {
  title: "The contract",
  about: "The numbered rules, models, transitions and nineteen operations of the contract.",
  clauses: [
    { id: "§1.1", says: "With the `database` strategy, the adapter stores the sessions." },
    {
      id: "§1.2",
      says: "An adapter is a plain object. If a function creates it, the application calls that function.",
    },
    {
      id: "§1.3",
      says: "Every operation is optional; a missing one causes an error when the client needs it.",
    },
    { id: "§1.4", says: "An adapter can be spread into a new object, and its operations overridden." },
    { id: "§1.5", says: "Fields are camelCase; the fields of OAuth are snake_case." },
    { id: "§1.6", says: "Models may carry additional fields." },
    { id: "§1.7", says: "A compatibility suite exists.", outside: "This suite is one." },
    {
      id: "§1.8",
      says: "The fields for token rotation are stored, although the library does not rotate tokens.",
    },
    { id: "§1.9", says: "The library never calls deleteUser and unlinkAccount.", outside: client },
    { id: "§2 AdapterUser", says: "id, email, emailVerified (a Date or null), name and image." },
    {
      id: "§2 AdapterAccount",
      says: "userId, type, provider, providerAccountId, and the fields that OAuth returned.",
    },
    { id: "§2 AdapterAccountType", says: "oauth, oidc, email or webauthn." },
    {
      id: "§2 AdapterAuthenticator",
      says: "A passkey: strings, a counter, a boolean, and optional transports.",
    },
    { id: "§2 AdapterSession", says: "sessionToken, userId, and an expiry that is a Date." },
    { id: "§2 VerificationToken", says: "identifier, hashed token, and an expiry that is a Date." },
    { id: "§3 session extended", says: "An active session gets a later expiry." },
    { id: "§3 session expired", says: "A session past its expiry is removed." },
    { id: "§3 session deleted", says: "A deleted session is gone, and deleteSession should return it." },
    { id: "§3 token used", says: "A matching token is returned and deleted, once." },
    { id: "§3 token expired", says: "A token past its expiry does not sign a user in." },
    { id: "§3 email verified", says: "emailVerified is null until the first sign-in by email, then a Date." },
    ...operationClauses,
    { id: "§5.1", says: "With the `jwt` strategy, the session is stored in a cookie.", outside: client },
    { id: "§5.2", says: "With the `database` strategy, the session is found by the token in a cookie." },
    { id: "§5.3", says: "Accounts of four types sign users in." },
    { id: "§5.4", says: "The client passes verification tokens already hashed." },
    { id: "§6", says: "Events.", outside: silent },
    { id: "§7.1", says: "A missing operation causes an error when the client calls it." },
    { id: "§7.2", says: "createAuthenticator and updateAuthenticatorCounter throw when they fail." },
    {
      id: "§7.3",
      says: "listAuthenticatorsByUserId returns [] for an unknown user, and throws when it fails.",
    },
    { id: "§7.4", says: "getAccount and getAuthenticator return null when nothing matches." },
    { id: "§7.5", says: "The other lookups return null when nothing matches." },
    { id: "§8", says: "Limits.", outside: silent },
    { id: "§9", says: "Versions.", outside: silent },
  ],
}
