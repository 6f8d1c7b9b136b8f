import { randomToken } from "../../shared/bytes.ts"

// The digits are the time of issue. The store matches the whole token, so a client cannot change the time.
const form = /^m1-([0-9a-z]{1,10})-[A-Za-z0-9_-]{43}$/

/** A new session token: its time of issue and 256 random bits. */
export const newSessionToken = (now: number): string => `m1-${now.toString(36)}-${randomToken()}`

/** The time of issue in a token; `null` for a string that is not a session token. */
export function issueTime(token: string): number | null {
  const digits = form.exec(token)?.[1]
  return digits === undefined ? null : Number.parseInt(digits, 36)
}
