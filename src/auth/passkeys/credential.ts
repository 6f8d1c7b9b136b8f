import type { Authenticator } from "../../contract/types.ts"
import { fromBase64, sha256, toBase64, toBase64Url } from "../../shared/bytes.ts"

/** A passkey as a person may see it. */
export type PasskeyInfo = {
  readonly credentialID: string
  /** Whether it lives on one device, or travels between several. */
  readonly deviceType: string
  readonly backedUp: boolean
  readonly transports: readonly string[]
}

/** The name of the accounts that stand for passkeys, as Auth.js names it too. */
export const passkeyProvider = "passkey"

/** The one form of a credential id in the store; `null` for what is none. */
export function credentialIdOf(id: unknown): string | null {
  const bytes = typeof id === "string" ? fromBase64(id) : null
  return bytes && bytes.length > 0 && bytes.length <= 1023 ? toBase64(bytes) : null
}

/** The id as browsers and the library know it. */
export const toBrowserId = (credentialID: string): string =>
  toBase64Url(fromBase64(credentialID) ?? new Uint8Array())

/** An account's id has less room than a credential's may take. */
export const accountIdOf = async (credentialID: string): Promise<string> =>
  credentialID.length <= 255 ? credentialID : sha256(credentialID)

/** A passkey as it goes into the lists that a browser is given. */
export const credentialDescriptor = ({
  credentialID,
  transports,
}: Authenticator): { id: string; transports?: string[] } => ({
  id: toBrowserId(credentialID),
  ...(transports && { transports: transports.split(",") }),
})

export const passkeyInfo = (passkey: Authenticator): PasskeyInfo => ({
  credentialID: passkey.credentialID,
  deviceType: passkey.credentialDeviceType,
  backedUp: passkey.credentialBackedUp,
  transports: passkey.transports?.split(",") ?? [],
})
