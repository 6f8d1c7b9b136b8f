import { fromBase64, toBase64 } from "../../shared/bytes.ts"

/** An account, or a passkey as the provider `passkey` with its credential id. */
export type MethodKey = { readonly provider: string; readonly providerAccountId: string }

/** The provider of the accounts that belong to passkeys; Auth.js uses the same name. */
export const passkeyProvider = "passkey"

export const passkeyMethod = (credentialID: string): MethodKey => ({
  provider: passkeyProvider,
  providerAccountId: credentialID,
})

/** The canonical form of a credential id, as it is stored; `null` for an invalid id. */
export function parseCredentialId(id: unknown): string | null {
  const bytes = typeof id === "string" ? fromBase64(id) : null
  return bytes && bytes.length > 0 && bytes.length <= 1023 ? toBase64(bytes) : null
}
