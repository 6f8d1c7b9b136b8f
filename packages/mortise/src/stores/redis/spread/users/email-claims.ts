import { conflict } from "../../../../contract/store-errors.ts"
import { inBackground } from "../../background.ts"
import { newNonce } from "../../glossary.ts"
import { occupy, type Place } from "../claims/places.ts"
import type { Intent } from "../intents.ts"
import type { SpreadParts } from "../spread-parts.ts"
import { readUser } from "../visibility.ts"

/** The claim of an email that a user is about to take. */
export type EmailClaim = Place & { readonly email: string; readonly nonce: string }

export const newEmailClaim = ({ keys }: SpreadParts, user: string, email: string): EmailClaim => ({
  kind: "email",
  key: keys.email(email),
  user,
  email,
  nonce: newNonce(),
})

/** Claims an email for a user of this generation. Returns false if the user has the email already, or has changed since. */
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

/** An email and the nonce of its claim. */
export type ClaimedEmail = readonly [email: string, nonce: string]

/** The intents of one change of a user's email. */
export function createEmailIntents({ intents }: SpreadParts, id: string) {
  const stored: Intent[] = []
  return {
    /** Stores which claims the change takes or gives up, the taken ones first. */
    add(emails: readonly ClaimedEmail[]): Promise<unknown> {
      const intent = { id, emails }
      stored.push(intent)
      return intents.add(intent)
    },
    /** Removes the intents once nothing is left to delete. */
    settle(deletions: readonly Promise<unknown>[]): void {
      const removeIntents = async () => {
        await Promise.all(deletions)
        await Promise.all(stored.map((intent) => intents.remove(intent)))
      }
      inBackground(removeIntents())
    },
  }
}
