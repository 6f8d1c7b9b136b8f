import type { Operation } from "./harness/recorder.ts"

const oauthLookups = ["getUserByAccount", "getUserByAccount"] as const
const oauthLookupsSignedIn = ["getUserByAccount", "getSessionAndUser", "getUserByAccount"] as const
const newAccount = ["getUserByEmail", "createUser", "linkAccount"] as const
const firstOauth = [...oauthLookups, ...newAccount, "createSession"] as const
const firstOauthWithoutEmail = [...oauthLookups, "createUser", "linkAccount", "createSession"] as const
const linkOpened = ["useVerificationToken", "getUserByEmail", "getUserByEmail"] as const
const linkOpenedSignedIn = [
  "useVerificationToken",
  "getUserByEmail",
  "getSessionAndUser",
  "getUserByEmail",
] as const
const passkeyOptions = ["getUserByEmail", "listAuthenticatorsByUserId"] as const
const passkeyUsed = ["getAuthenticator", "updateAuthenticatorCounter", "getAccount", "getUser"] as const
const passkeyMade = [
  "getUserByEmail",
  "getUserByAccount",
  ...newAccount,
  "createSession",
  "createAuthenticator",
] as const

/** For each flow, the operations that `@auth/core` calls, in order. */
export const expectedCalls = {
  "magic link: requested": ["getUserByEmail", "createVerificationToken"],
  "magic link: requested twice, followed once": [...linkOpened, "createUser", "createSession"],
  "magic link: followed by a new user": [...linkOpened, "createUser", "createSession"],
  "magic link: followed by an existing user": [...linkOpened, "updateUser", "createSession"],
  "magic link: followed while already signed in": [...linkOpenedSignedIn, "updateUser", "createSession"],
  "magic link: followed while signed in as another user": [
    ...linkOpenedSignedIn,
    "deleteSession",
    "updateUser",
    "createSession",
  ],
  "magic link: followed at the last moment": [...linkOpened, "createUser", "createSession"],
  "magic link: replayed": ["useVerificationToken"],
  "magic link: followed twice at once": [
    "useVerificationToken",
    ...linkOpened,
    "createUser",
    "createSession",
  ],
  "magic link: expired": ["useVerificationToken"],
  "magic link: with the email of another user": ["useVerificationToken"],
  "magic link: without the email": ["useVerificationToken"],
  "magic link: with a made-up token": ["useVerificationToken"],

  "oauth: first sign-in": firstOauth,
  "oauth: second sign-in, signed out": [...oauthLookups, "createSession"],
  "oauth: second sign-in, signed in": oauthLookupsSignedIn,
  "oauth: users without an email": [...firstOauthWithoutEmail, ...firstOauthWithoutEmail],
  "oauth: a number as account id": [...firstOauth, ...oauthLookups, "createSession"],
  "oauth: one new user in two tabs at once": [...firstOauth, ...oauthLookups, "getUserByEmail", "createUser"],

  "linking: another account while signed in": [...oauthLookupsSignedIn, "linkAccount"],
  "linking: by email at a trusted provider": [
    ...oauthLookups,
    "getUserByEmail",
    "linkAccount",
    "createSession",
  ],
  "linking: refused, the account belongs to another user": oauthLookupsSignedIn,
  "linking: refused, the email is taken": [...oauthLookups, "getUserByEmail"],
  "linking: no account is linked with an expired session": [
    ...oauthLookupsSignedIn,
    ...newAccount,
    "createSession",
  ],
  "linking: no passkey is added with an expired session": ["getSessionAndUser"],

  "session: read": ["getSessionAndUser"],
  "session: just before updateAge": ["getSessionAndUser"],
  "session: extended at updateAge": ["getSessionAndUser", "updateSession"],
  "session: expired": ["getSessionAndUser"],
  "session: of a deleted user": ["getSessionAndUser"],
  "session: unknown": ["getSessionAndUser"],
  "session: signed out": ["deleteSession"],
  "session: signed out twice": ["deleteSession"],

  "jwt: magic link": [...linkOpened, "createUser"],
  "jwt: first sign-in": [...oauthLookups, ...newAccount],
  "jwt: second sign-in, signed in": ["getUserByAccount", "getUser", "getUserByAccount"],
  "jwt: another account while signed in": ["getUserByAccount", "getUser", "getUserByAccount", "linkAccount"],
  "jwt: session read, then signed out": [],

  "passkey: first passkey of a new user": passkeyMade,
  "passkey: used by email": [...passkeyOptions, ...passkeyUsed, "getUserByAccount", "createSession"],
  "passkey: used from autofill": [...passkeyUsed, "getUserByAccount", "createSession"],
  "passkey: second passkey of a signed-in user": [
    "getSessionAndUser",
    "listAuthenticatorsByUserId",
    "getSessionAndUser",
    "getUserByAccount",
    "linkAccount",
    "createAuthenticator",
  ],
  "passkey: second passkey on the same device": ["getSessionAndUser", "listAuthenticatorsByUserId"],
  "passkey: of a deleted user": ["getAuthenticator"],
  "passkey: cloned": ["getAuthenticator"],

  "outage: getUserByEmail": ["getUserByEmail"],
  "outage: createVerificationToken": ["getUserByEmail", "createVerificationToken"],
  "outage: useVerificationToken, then recovery": [
    "useVerificationToken",
    ...linkOpened,
    "createUser",
    "createSession",
  ],
  "outage: createUser": [...linkOpened, "createUser"],
  "outage: updateUser": [...linkOpened, "updateUser"],
  "outage: createSession": [...linkOpened, "createUser", "createSession"],
  "outage: getUserByAccount": ["getUserByAccount"],
  "outage: linkAccount": [...oauthLookups, ...newAccount],
  "outage: getSessionAndUser while linking": ["getUserByAccount", "getSessionAndUser"],
  "outage: getSessionAndUser, then recovery": ["getSessionAndUser", "getSessionAndUser"],
  "outage: updateSession": ["getSessionAndUser", "updateSession"],
  "outage: deleteSession": ["deleteSession"],
  "outage: listAuthenticatorsByUserId": passkeyOptions,
  "outage: getAuthenticator": ["getAuthenticator"],
  "outage: createAuthenticator": passkeyMade,
  "outage: updateAuthenticatorCounter": ["getAuthenticator", "updateAuthenticatorCounter"],
  "outage: getAccount": ["getAuthenticator", "updateAuthenticatorCounter", "getAccount"],
  "outage: getUser": passkeyUsed,
} as const satisfies Record<string, readonly Operation[]>

export type FlowName = keyof typeof expectedCalls
