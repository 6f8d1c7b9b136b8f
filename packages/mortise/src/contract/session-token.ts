import { type Awaitable, andThen } from "../shared/awaitable.ts"
import { randomToken } from "../shared/bytes.ts"
import { fastSha256 } from "../shared/fast-sha256.ts"

// The digits are the time of issue. It is not secret and lists of sessions show it, so a reference keeps it readable.
const tokenForm = /^m1-([0-9a-z]{1,10})-[A-Za-z0-9_-]{43}$/
const referenceForm = /^h1-([0-9a-z]{0,10})-[A-Za-z0-9_-]{43}$/

/** A new session token: its time of issue and 256 random bits. The store matches the whole token, so a client cannot change the time. */
export const newSessionToken = (now: number): string => `m1-${now.toString(36)}-${randomToken()}`

/** Whether a text has the form of a token of mortise/auth. */
export const isSessionToken = (text: string): boolean => tokenForm.test(text)

/** A reference is what `hashedSessions` stores instead of a token: a hash, and the time of issue if there is one. */
// Every lookup calls this, and `startsWith` takes less time than a regular expression.
export const isSessionReference = (text: string): boolean =>
  text.startsWith("h1-") && referenceForm.test(text)

/** The reference of a session token. */
export function sessionReference(token: string): Awaitable<string> {
  const time = (token.startsWith("m1-") && tokenForm.exec(token)?.[1]) || ""
  return andThen(fastSha256(token), (hash) => `h1-${time}-${hash}`)
}

/** The same text for a token and for its reference, which a list of sessions may show in its place. */
export const listedAs = async (token: string): Promise<string> =>
  isSessionReference(token) ? token : sessionReference(token)

/** The time of issue in a token of mortise/auth, or in its reference; `null` for any other text. */
export function issueTime(text: string): number | null {
  const digits = (tokenForm.exec(text) ?? referenceForm.exec(text))?.[1]
  return digits ? Number.parseInt(digits, 36) : null
}
