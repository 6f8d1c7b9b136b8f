import type { User } from "../../contract/types.ts"

/** A session as a person or an administrator may see it. */
export type SessionInfo = {
  /** Names the session without being its token: to list it and to end it. */
  readonly handle: string
  /** When the person signed in. */
  readonly issuedAt: Date
  readonly expires: Date
  /** Whether the sign-in is recent enough to change the ways in. */
  readonly fresh: boolean
}

/** A session that holds right now. */
export type LiveSession = {
  readonly user: User
  readonly info: SessionInfo
  /** What the cookie holds. */
  readonly value: string
  /** Whether the cookie has to be set again. */
  readonly renewed: boolean
}

/** The two ways to keep sessions. Whatever cannot be decided because the store is down throws. */
export type Strategy = {
  /** Throws `not_found` where the store knows that the user is gone. */
  create(user: User): Promise<LiveSession>
  /** Undoes `create` for a session whose value was given to nobody. */
  undo(value: string): Promise<void>
  /** Ends the oldest sessions of a user who has more than are allowed; the one that is about to go does not count. */
  enforceLimit(userId: string, replaced: string | undefined): Promise<void>
  /** The session of a cookie's value, extended if it is time; `null` when there is none, or it has ended. */
  find(value: string): Promise<LiveSession | null>
  /** Ends the session of a cookie's value for every process; false where nothing can end it. */
  end(value: string): Promise<boolean>
  list(userId: string): Promise<SessionInfo[]>
  /** Ends one session of this user; false when the user has none of this handle. */
  revoke(userId: string, handle: string): Promise<boolean>
  /** Ends all other sessions of the user, and returns the one in use; `null` when it has ended meanwhile. */
  revokeOthers(session: LiveSession): Promise<LiveSession | null>
  revokeAll(userId: string): Promise<void>
}
