import { conflict } from "../../../../contract/store-errors.ts"
import { newNonce } from "../../nonce.ts"
import { occupy, type Place } from "../claims/places.ts"
import type { SpreadParts } from "../spread-parts.ts"
import { readUser } from "../visibility.ts"

/** A claim of an email that a user is about to take. */
export type EmailClaim = Place & { readonly email: string; readonly nonce: string }

export const newEmailClaim = ({ keys }: SpreadParts, user: string, email: string): EmailClaim => ({
  kind: "email",
  key: keys.email(email),
  user,
  email,
  nonce: newNonce(),
})

/** Claims an email for a user of this generation. Returns false if the user has the email, or has changed since. */
export async function claimEmail(
  parts: SpreadParts,
  claim: EmailClaim,
  generation: string,
): Promise<boolean> {
  const { email, nonce, user } = claim
  const [holder] = await Promise.all([occupy(parts, claim, nonce), parts.indexes.addEmail(email, nonce)])
  if (holder === undefined) return true
  const isSame = (await readUser(parts, user))?.generation === generation
  if (holder === user || !isSame) return false
  throw conflict("user", ["email"])
}
