import type { SetCookies } from "../http/cookies.ts"

/** A session as its user or an administrator may see it. */
export type SessionInfo = {
  /** Identifies the session, for example to revoke it. It is not the token. */
  readonly handle: string
  /** When the user signed in. */
  readonly issuedAt: Date
  readonly expires: Date
  /** Whether the sign-in, or a step-up, is recent enough to change sign-in methods. */
  readonly fresh: boolean
  /** The session's recent step-up, if the request has one: when and how the user authenticated again. */
  readonly stepUp?: { readonly at: Date; readonly method: StepUpMethod }
}

/** How a user can authenticate again in a session. */
export type StepUpMethod = "email" | "passkey"

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

/** The request was refused, and the store works. `refusalText(reason)` is a sentence for the user. */
export type Refused<Reason extends string> = {
  readonly ok: false
  readonly reason: Reason
  readonly cookies: SetCookies
}

/** The result of a refused request. It emits no event. */
export const refusal = <R extends string>(reason: R, cookies: SetCookies = []): Refused<R> => ({
  ok: false,
  reason,
  cookies,
})
