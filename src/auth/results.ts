import type { SessionInfo } from "./sessions/strategy.ts"

/** Values of `Set-Cookie` to send along, one header each. */
export type SetCookies = readonly string[]

/** A person who has just signed in. */
export type SignedIn<U> = {
  readonly ok: true
  readonly user: U
  readonly session: SessionInfo
  readonly isNewUser: boolean
  /** The path on this origin that the person was going to. */
  readonly returnTo: string
  readonly cookies: SetCookies
}

/** What was asked for was not done, and nothing is wrong with the store: `reason` says what to tell the person. */
export type Refused<Reason extends string> = {
  readonly ok: false
  readonly reason: Reason
  readonly cookies: SetCookies
}
