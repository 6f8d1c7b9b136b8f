import { isSessionReference, sessionReference } from "../contract/session-token.ts"
import { throwInvalid } from "../contract/throw-invalid.ts"
import type { Awaitable } from "../shared/awaitable.ts"

/** Whether different texts of this kind have different hashes. Half of a surrogate pair has no UTF-8 of its own. */
export const isHashable = (token: unknown): token is string =>
  typeof token === "string" && token !== "" && !/\p{Surrogate}/u.test(token)

/** What is stored for a new token; `null` if the token must not be stored. */
export const hashNewToken = (token: unknown): Awaitable<string> | null =>
  isHashable(token) && !isSessionReference(token) ? sessionReference(token) : null

/** Throws `invalid` for a token that `hashNewToken` refuses. */
export const refuseToken = (field: string): never =>
  throwInvalid(`session.${field} must be a random text: pass one of 32 bytes.`, {
    model: "session",
    fields: [field],
  })
