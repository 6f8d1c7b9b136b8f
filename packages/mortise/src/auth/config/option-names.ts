import { checkOptionNames } from "../../contract/check-options.ts"
import type { AuthSettings, PathOptions, SessionOptions } from "./auth-options.ts"
import type { EmailOptions } from "./email-options.ts"
import type { PasskeyOptions } from "./passkey-options.ts"

/** All property names of a type. The compiler reports a missing or unknown name. */
type Names<T> = Readonly<Record<keyof T, true>>

const names: Names<AuthSettings & { adapter: unknown }> = {
  adapter: true,
  secret: true,
  origin: true,
  session: true,
  email: true,
  providers: true,
  passkeys: true,
  paths: true,
  trustUsersVerifiedBefore: true,
  clientAddress: true,
  sweep: true,
  waitUntil: true,
  requestId: true,
  onEvent: true,
  onWarning: true,
  now: true,
}

const sessionNames: Names<SessionOptions> = {
  strategy: true,
  maxAgeSeconds: true,
  updateAgeSeconds: true,
  absoluteMaxAgeSeconds: true,
  freshAgeSeconds: true,
  maxSessions: true,
  revocable: true,
  userFields: true,
}

const emailNames: Names<EmailOptions> = {
  sendLink: true,
  sendCode: true,
  sendChangeNotice: true,
  revokeOnChange: true,
  sameBrowser: true,
  maxAgeSeconds: true,
  limit: true,
  clientLimit: true,
  overallLimit: true,
  maxAttempts: true,
}

const passkeyNames: Names<PasskeyOptions> = {
  webauthn: true,
  name: true,
  domain: true,
  signUp: true,
  userVerification: true,
  counterRegression: true,
}

const pathNames: Names<PathOptions> = {
  base: true,
  signIn: true,
  callback: true,
  signedOut: true,
  emailLink: true,
  emailChangeLink: true,
}

/** The names of all options, with a group's options under the group's name. */
export const authOptionNames = {
  all: Object.keys(names),
  session: Object.keys(sessionNames),
  email: Object.keys(emailNames),
  passkeys: Object.keys(passkeyNames),
  paths: Object.keys(pathNames),
}

/** Throws `invalid` for an option that `createAuth` does not have: a typo must not silently turn a protection off. */
export function checkAuthOptionNames(options: AuthSettings): void {
  const { all, ...groups } = authOptionNames
  checkOptionNames("createAuth", options, all)
  for (const [group, optionNames] of Object.entries(groups))
    checkOptionNames(`createAuth, ${group}`, options[group as keyof typeof groups], optionNames)
}
