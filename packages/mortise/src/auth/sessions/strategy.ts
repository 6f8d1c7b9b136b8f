import type { User } from "../../contract/types.ts"
import type { SessionInfo } from "../core/results.ts"

/** A session that has not ended. */
export type LiveSession = {
  readonly user: User
  readonly info: SessionInfo
  /** The cookie's value. */
  readonly value: string
  /** Whether the response must set the cookie again. */
  readonly renewed: boolean
}

/** Identifies a session in events. */
export type SessionIdentity = { readonly session: string; readonly userId?: string | undefined }

/** The result of ending a session. */
export type Ended = {
  /** False if a token cannot be revoked. */
  readonly everywhere: boolean
  /** The session's user, if it is known. */
  readonly userId?: string | undefined
}

/** A user's sessions above the limit. */
export type Room = {
  /** Whether the new session stays; false if concurrent sign-ins are newer. */
  readonly isKept: boolean
  /** Ends the oldest sessions above the limit. */
  make(): Promise<void>
}

/** All sessions of a user except one were revoked. */
export type OthersRevoked = {
  /** The session that stays; `null` when it has ended concurrently. */
  readonly current: LiveSession | null
  /** Whether there were others. With `jwt` this is unknown, and true. */
  readonly any: boolean
}

/** What `database` and `jwt` both implement. Every function throws when the store is unavailable. */
export type Strategy = {
  /** Throws `not_found` when the store reports that the user does not exist. */
  create(user: User): Promise<LiveSession>
  /** Undoes `create` for a session that was not sent to a browser. */
  undo(value: string): Promise<void>
  /** Finds a user's sessions above the limit. The session that is being replaced does not count. */
  planRoom(userId: string, value: string, replaced: string | undefined): Promise<Room>
  /** The session of a cookie value, extended if that is due; `null` when there is none, or it has ended. */
  find(value: string): Promise<LiveSession | null>
  /** Whether a cookie value has the form of a session that has not ended. No I/O, and no cryptography. */
  isPlausible(value: string): boolean
  /** Identifies the session of a cookie value without a call to the store; `null` for an invalid value. */
  identify(value: string): Promise<SessionIdentity | null>
  /** Whether a cookie value's session has this handle, under any of the secrets. No call to the store. */
  hasHandle(value: string, handle: string): Promise<boolean>
  /** Ends the session of a cookie value for every process. */
  end(value: string): Promise<Ended>
  /** A short text that is enough to end the session of a cookie value later; `null` if the value is invalid. No I/O. */
  reference(value: string): Promise<string | null>
  endReferenced(reference: string): Promise<void>
  /** The same session with changed fields of its user. */
  withUser(session: LiveSession, user: User): Promise<LiveSession>
  list(userId: string): Promise<SessionInfo[]>
  /** Revokes one session of this user; false when none has this handle. */
  revoke(userId: string, handle: string): Promise<boolean>
  revokeOthers(session: LiveSession): Promise<OthersRevoked>
  revokeAll(userId: string): Promise<void>
}
