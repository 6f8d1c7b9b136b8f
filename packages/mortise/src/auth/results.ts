import type { SessionInfo } from "./sessions/strategy.ts"

/**
 * Values of the `Set-Cookie` header. Send each in a header of its own, for example with `cookieHeaders`. They do not
 * serialize: JSON, logs and copies of a result, such as `{ ...result }`, leave them out.
 */
export type SetCookies = readonly string[]

/** The result of a successful sign-in. */
export type SignedIn<U> = {
  readonly ok: true
  readonly user: U
  readonly session: SessionInfo
  readonly isNewUser: boolean
  /** The path on this origin to redirect the user to. */
  readonly returnTo: string
  readonly cookies: SetCookies
}

/** The result of a successful step-up: the same session, which is fresh again. */
export type SteppedUp = {
  readonly ok: true
  readonly session: SessionInfo
  readonly cookies: SetCookies
}

/** The request was refused and the store works: `reason` is what to tell the user. */
export type Refused<Reason extends string> = {
  readonly ok: false
  readonly reason: Reason
  readonly cookies: SetCookies
}
