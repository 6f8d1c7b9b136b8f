import { isProviderAccountId } from "../../contract/provider-account-id.ts"
import { parseAddress } from "../email/address.ts"
import type { Claims, Profile, Provider } from "./provider.ts"

/** What is kept of a profile. An address that nobody has proved is not: it might be somebody else's. */
export type NormalizedProfile = {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
  readonly image: string | null
}

/** The claims of OpenID Connect. */
const standardProfile = (claims: Claims): Profile => ({
  id: claims["sub"] as string,
  name: (claims["name"] ?? claims["preferred_username"]) as string | undefined,
  email: claims["email"] as string | undefined,
  emailVerified: claims["email_verified"] === true,
  image: claims["picture"] as string | undefined,
})

/** The person behind a provider's claims, field by field; `null` when there is no id to know them by again. */
export function normalizeProfile(provider: Provider, claims: Claims): NormalizedProfile | null {
  const { id, name, email, emailVerified, image } = (provider.profile ?? standardProfile)(claims)
  const known = typeof id === "string" || (typeof id === "number" && Number.isSafeInteger(id))
  if (!known || !isProviderAccountId(String(id))) return null
  return {
    id: String(id),
    name: textOrNull(name),
    email: emailVerified === true ? (parseAddress(email)?.email ?? null) : null,
    image: textOrNull(image),
  }
}

const textOrNull = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null
