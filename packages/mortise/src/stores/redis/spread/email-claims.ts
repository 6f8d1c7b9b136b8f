import { conflict } from "../../../contract/store-errors.ts"
import { newNonce } from "../nonce.ts"
import { type PackedRow, unpackRow } from "../packed-row.ts"
import { inBackground } from "./in-background.ts"
import { free, occupy, type Place } from "./places.ts"
import { definite } from "./retried.ts"
import type { SpreadParts } from "./spread-parts.ts"
import { readUser } from "./visibility.ts"

/** A claim of an email that a user is about to take. */
export type EmailClaim = Place & { readonly email: string; readonly nonce: string }

/** Claims an email for a user that was just read. Returns nothing if the user has the email, or has changed since. */
export async function claimEmail(
  parts: SpreadParts,
  user: string,
  email: string,
  { generation, packed }: { readonly generation: string; readonly packed: PackedRow },
): Promise<EmailClaim | undefined> {
  const { schema, keys, indexes } = parts
  if (unpackRow(schema.models.user, packed)["email"] === email) return undefined
  const nonce = newNonce()
  const claim: EmailClaim = { kind: "email", key: keys.email(email), user, email, nonce }
  const taking = Promise.all([occupy(parts, claim, nonce), indexes.addEmail(email, nonce)])
  const [holder] = await taking.catch((error) => {
    releaseEmail(parts, claim)
    throw definite(error)
  })
  if (holder === undefined) return claim
  inBackground(indexes.dropEmail(email, nonce))
  const isSame = (await readUser(parts, user))?.generation === generation
  if (holder === user || !isSame) return undefined
  throw conflict("user", ["email"])
}

export function releaseEmail(parts: SpreadParts, claim: EmailClaim): void {
  inBackground(free(parts, [claim], claim.nonce))
  inBackground(parts.indexes.dropEmail(claim.email, claim.nonce))
}
