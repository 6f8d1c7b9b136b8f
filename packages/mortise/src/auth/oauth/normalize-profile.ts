import { isProviderAccountId } from "../../contract/provider-account-id.ts"
import type { Claims, Profile, Provider } from "../config/provider.ts"
import { isStorableText } from "../core/storable-text.ts"
import { parseAddress } from "../email/address.ts"

/** The checked fields of a profile. An unverified address is dropped: it may belong to another user. */
export type NormalizedProfile = {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
  readonly image: string | null
}

/** Maps the standard claims of OpenID Connect. */
const standardProfile = (claims: Claims): Profile => ({
  id: claims["sub"] as string,
  name: (claims["name"] ?? claims["preferred_username"]) as string | undefined,
  email: claims["email"] as string | undefined,
  emailVerified: claims["email_verified"] === true,
  image: claims["picture"] as string | undefined,
})

/** Maps and checks the claims of a provider; `null` when they hold no valid id. */
export function normalizeProfile(provider: Provider, claims: Claims): NormalizedProfile | null {
  const { id, name, email, emailVerified, image } = (provider.profile ?? standardProfile)(claims)
  const isId = typeof id === "string" || (typeof id === "number" && Number.isSafeInteger(id))
  if (!isId || !isProviderAccountId(String(id)) || !isStorableText(String(id))) return null
  return {
    id: String(id),
    name: textOrNull(name),
    email: emailVerified === true ? (parseAddress(email)?.email ?? null) : null,
    image: textOrNull(image),
  }
}

/** A name that no store accepts must not make the sign-up fail. */
const textOrNull = (value: unknown): string | null =>
  typeof value === "string" && value !== "" && isStorableText(value) ? value : null
