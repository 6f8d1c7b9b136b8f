import { checkOptionNames } from "../contract/check-options.ts"
import type { AuthOptions, Paths, SessionOptions } from "./config.ts"
import type { EmailOptions } from "./email/email-options.ts"
import type { PasskeyOptions } from "./passkeys/passkey-options.ts"

/** Every name of a type, checked by the compiler: a missing or an unknown one is an error. */
type Names<T> = Readonly<Record<keyof T, true>>

const names: Names<AuthOptions & { adapter: unknown }> = {
  adapter: true,
  secret: true,
  origin: true,
  session: true,
  email: true,
  providers: true,
  passkeys: true,
  paths: true,
  trustSignInMethodsBefore: true,
  clientAddress: true,
  sweep: true,
  waitUntil: true,
  requestId: true,
  onEvent: true,
  now: true,
}

const sessionNames: Names<SessionOptions> = {
  strategy: true,
  maxAgeSeconds: true,
  updateAgeSeconds: true,
  absoluteMaxAgeSeconds: true,
  freshAgeSeconds: true,
  limit: true,
  revocable: true,
  userFields: true,
}

const emailNames: Names<EmailOptions> = {
  sendLink: true,
  sendCode: true,
  sendNotice: true,
  revokeOnChange: true,
  sameBrowser: true,
  maxAgeSeconds: true,
  limit: true,
  sourceLimit: true,
  attempts: true,
}

const passkeyNames: Names<PasskeyOptions> = {
  webauthn: true,
  name: true,
  domain: true,
  signUp: true,
  userVerification: true,
  counterRegression: true,
}

const pathNames: Names<Paths> = {
  base: true,
  signIn: true,
  callback: true,
  confirm: true,
  confirmChange: true,
}

/** Throws `invalid` for an option that `createAuth` does not have: a typo must not silently turn a protection off. */
export function checkAuthOptionNames(options: AuthOptions): void {
  checkOptionNames("createAuth", options, Object.keys(names))
  checkOptionNames("createAuth, session", options.session, Object.keys(sessionNames))
  checkOptionNames("createAuth, email", options.email, Object.keys(emailNames))
  checkOptionNames("createAuth, passkeys", options.passkeys, Object.keys(passkeyNames))
  checkOptionNames("createAuth, paths", options.paths, Object.keys(pathNames))
}
