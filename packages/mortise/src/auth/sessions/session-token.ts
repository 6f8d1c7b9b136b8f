import { isSessionReference, issueTime, sessionReference } from "../../contract/session-reference.ts"
import { randomToken } from "../../shared/bytes.ts"

export { issueTime }

/** A new session token: its time of issue and 256 random bits. The store matches the whole token, so a client cannot change the time. */
export const newSessionToken = (now: number): string => `m1-${now.toString(36)}-${randomToken()}`

/** Whether a cookie value has the form of a session token. What a store holds in its place is no cookie value. */
export const isSessionToken = (value: string): boolean =>
  issueTime(value) !== null && !isSessionReference(value)

/** The same text for a token and for what a list of sessions shows in its place. */
export const listedAs = async (token: string): Promise<string> =>
  isSessionReference(token) ? token : sessionReference(token)
