import { isSuspended } from "../../contract/is-suspended.ts"
import type { Authenticator, User } from "../../contract/types.ts"
import { fromBase64 } from "../../shared/bytes.ts"
import type { Core } from "../core/core.ts"
import { readErrorCode } from "../core/errors.ts"
import { type Refused, refusal } from "../core/results.ts"
import type { SetCookies } from "../http/cookies.ts"
import { checkCrossSite } from "../http/cross-site-check.ts"
import { readFields } from "../http/read-fields.ts"
import { isConfirmed } from "../sign-in-methods/confirmations.ts"
import { parseCredentialId, passkeyMethod, passkeyProvider } from "../sign-in-methods/method-key.ts"
import { type Ceremonies, requirePasskeys, verifiedOrNull } from "./ceremonies.ts"
import { toBrowserId } from "./credential.ts"
import type { PasskeyRefusal } from "./passkey-functions.ts"
import { handleIn } from "./user-handle.ts"

type VerifiedPasskey = {
  readonly ok: true
  readonly user: User
  readonly passkey: Authenticator
  readonly handle: string | null
  readonly cookies: SetCookies
}

/**
 * Finds the passkey, verifies the response, uses the challenge, and only then stores the counter. With `ownerId`, the
 * passkey must belong to this user.
 */
export async function verifyPasskey(
  core: Core,
  ceremonies: Ceremonies,
  request: Request,
  ownerId?: string,
): Promise<VerifiedPasskey | Refused<PasskeyRefusal>> {
  const { settings, adapter, emit } = core
  const crossSite = checkCrossSite(request, settings.origin)
  if (crossSite) return refusal(crossSite)
  const response = await readFields(request)
  const finished = await ceremonies.finish(request, "authenticate", response)
  if (!finished) return refusal("challenge")
  const { state, challenge, cookies, use } = finished

  const credentialID = parseCredentialId(response["id"])
  const passkey = credentialID && (await adapter.getAuthenticator(credentialID))
  const isOwner = (userId: string) => userId === (state.userId ?? userId) && userId === (ownerId ?? userId)
  const isMatch = passkey && passkey.credentialID === credentialID && isOwner(passkey.userId)
  const user = isMatch ? await adapter.getUser(passkey.userId) : null
  if (!isMatch || !user) return refusal("unknown_passkey", cookies)
  const counter = await verifyResponse(core, passkey, response, challenge)
  if (counter === null) return refusal("not_verified", cookies)
  if (!(await use())) return refusal("challenge")
  const accepted = await storeCounter(core, passkey, counter)
  if (accepted === "gone") return refusal("unknown_passkey", cookies)
  if (!accepted) return refusal("counter_regression", cookies)
  if (isSuspended(user)) return refusal("suspended", cookies)
  if (!(await isConfirmed(core, passkeyMethod(credentialID), user))) {
    emit({ type: "sign_in_method_unconfirmed", userId: user.id, provider: passkeyProvider })
    return refusal("confirm_sign_in_method", cookies)
  }
  return { ok: true, user, passkey, handle: handleIn(response), cookies }
}

/** The counter of a verified response; `null` when it is not verified, or when the device type has changed. */
async function verifyResponse(
  { settings }: Core,
  passkey: Authenticator,
  response: object,
  challenge: string,
): Promise<number | null> {
  const { webauthn, domain, userVerification } = requirePasskeys(settings.passkeys)
  const publicKey = fromBase64(passkey.credentialPublicKey)
  if (!publicKey) return null
  const result = await verifiedOrNull(() =>
    webauthn.verifyAuthenticationResponse({
      response: response as never,
      expectedChallenge: challenge,
      expectedOrigin: settings.origin,
      expectedRPID: domain,
      // With zero, the library accepts every counter: `storeCounter` decides.
      credential: { id: toBrowserId(passkey.credentialID), publicKey, counter: 0 },
      requireUserVerification: userVerification,
    }),
  )
  if (result?.authenticationInfo.credentialDeviceType !== passkey.credentialDeviceType) return null
  return result.authenticationInfo.newCounter
}

/**
 * WebAuthn Level 3: two zeros mean that the device does not count, and a counter that grows is stored. Any other can
 * mean a copied passkey, and the option `counterRegression` decides.
 */
async function storeCounter(
  { settings, adapter, emit }: Core,
  passkey: Authenticator,
  received: number,
): Promise<boolean | "gone"> {
  const { credentialID, counter: stored, userId } = passkey
  if (stored === 0 && received === 0) return true
  if (received > stored) {
    try {
      await adapter.updateAuthenticatorCounter(credentialID, received)
      return true
    } catch (error) {
      if (readErrorCode(error) === "not_found") return "gone"
      if (readErrorCode(error) !== "counter_regression") throw error
    }
  }
  const allowed = settings.passkeys?.counterRegression === "allow"
  emit({ type: "passkey_counter_regressed", userId, refused: !allowed })
  return allowed
}
