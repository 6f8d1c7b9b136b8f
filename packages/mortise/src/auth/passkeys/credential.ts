import type { Authenticator } from "../../contract/types.ts"
import { fromBase64, sha256, toBase64Url } from "../../shared/bytes.ts"

/** A passkey as its user may see it. */
export type PasskeyInfo = {
  readonly credentialID: string
  /** `singleDevice`, or `multiDevice` for a passkey that is synchronized between devices. */
  readonly deviceType: string
  readonly backedUp: boolean
  readonly transports: readonly string[]
}

/** The id in base64url, as browsers and the library use it. */
export const toBrowserId = (credentialID: string): string =>
  toBase64Url(fromBase64(credentialID) ?? new Uint8Array())

/** The account id of a passkey. A credential id may be longer than an account id can be, so a long one is hashed. */
export const toAccountId = async (credentialID: string): Promise<string> =>
  credentialID.length <= 255 ? credentialID : sha256(credentialID)

/** A passkey in the form that browsers expect in lists of credentials. */
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
