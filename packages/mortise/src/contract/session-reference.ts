import { type Awaitable, andThen } from "../shared/awaitable.ts"
import { fastSha256 } from "../shared/fast-sha256.ts"

// The time of issue of a token of mortise/auth is not secret, and a list of sessions shows it. So it stays readable.
const tokenForm = /^m1-([0-9a-z]{1,10})-[A-Za-z0-9_-]{43}$/
const referenceForm = /^h1-([0-9a-z]{0,10})-[A-Za-z0-9_-]{43}$/

/** A reference is what `hashedSessions` stores instead of a session token: a hash, and the time of issue if there is one. */
// Every lookup calls this, and `startsWith` takes less time than a regular expression.
export const isSessionReference = (text: string): boolean =>
  text.startsWith("h1-") && referenceForm.test(text)

/** The reference of a session token. */
export function sessionReference(token: string): Awaitable<string> {
  const time = (token.startsWith("m1-") && tokenForm.exec(token)?.[1]) || ""
  return andThen(fastSha256(token), (hash) => `h1-${time}-${hash}`)
}

/** The time of issue in a token of mortise/auth, or in its reference; `null` for any other text. */
export function issueTime(text: string): number | null {
  const digits = (tokenForm.exec(text) ?? referenceForm.exec(text))?.[1]
  return digits ? Number.parseInt(digits, 36) : null
}
