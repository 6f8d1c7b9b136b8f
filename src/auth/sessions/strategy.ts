import type { User } from "../../contract/types.ts"

/** A session as its user or an administrator may see it. */
export type SessionInfo = {
  /** Identifies the session, for example to revoke it. It is not the token. */
  readonly handle: string
  /** When the user signed in. */
  readonly issuedAt: Date
  readonly expires: Date
  /** Whether the sign-in, or a step-up, is recent enough to change sign-in methods. */
  readonly fresh: boolean
  /** The recent step-up of this session, if the request has one: when and how the user authenticated again. */
  readonly stepUp?: { readonly at: Date; readonly method: StepUpMethod }
}

/** How a user can authenticate again in a session. */
export type StepUpMethod = "email" | "passkey"

/** A session that has not ended. */
export type LiveSession = {
  readonly user: User
  readonly info: SessionInfo
  /** The value of the cookie. */
  readonly value: string
  /** Whether the response must set the cookie again. */
  readonly renewed: boolean
}

/** What `database` and `jwt` both implement. Every function throws when the store is unavailable. */
export type Strategy = {
  /** Throws `not_found` when the store reports that the user does not exist. */
  create(user: User): Promise<LiveSession>
  /** Undoes `create` for a session that was not sent to a browser. */
  undo(value: string): Promise<void>
  /** Ends the oldest sessions of a user above the limit. The session that is being replaced does not count. */
  enforceLimit(userId: string, replaced: string | undefined): Promise<void>
  /** The session of a cookie value, extended if that is due; `null` when there is none, or it has ended. */
  find(value: string): Promise<LiveSession | null>
  /** Ends the session of a cookie value for every process; false if a token cannot be revoked. */
  end(value: string): Promise<boolean>
  list(userId: string): Promise<SessionInfo[]>
  /** Revokes one session of this user; false when none has this handle. */
  revoke(userId: string, handle: string): Promise<boolean>
  /** Revokes all other sessions of the user and returns this one; `null` when it has ended concurrently. */
  revokeOthers(session: LiveSession): Promise<LiveSession | null>
  revokeAll(userId: string): Promise<void>
}
