import type { Authenticator, User } from "../../contract/types.ts"
import { fromBase64 } from "../../shared/bytes.ts"
import type { Core } from "../core.ts"
import { codeOf } from "../errors.ts"
import { checkCrossSite } from "../http/cross-site-check.ts"
import { readBody } from "../http/read-body.ts"
import { createRefuse } from "../refuse.ts"
import type { Sessions } from "../sessions/sessions.ts"
import { type Ceremonies, ceremonyMs, requirePasskeys, verifiedOrNull } from "./ceremonies.ts"
import { credentialDescriptor, credentialIdOf, passkeyProvider, toBrowserId } from "./credential.ts"
import type { PasskeyFunctions } from "./passkey-functions.ts"

type Functions = PasskeyFunctions<User>

/** Without `userId`, the device offers its own passkeys, so the options do not reveal which users exist. */
export function createAuthenticationOptions(
  { settings, adapter }: Core,
  ceremonies: Ceremonies,
): Functions["authenticationOptions"] {
  return async (request, { userId } = {}) => {
    const { webauthn, domain, userVerification } = requirePasskeys(settings.passkeys)
    const state = { ceremony: "authenticate", userId: userId ?? null, session: null, name: null } as const
    const { challenge, cookies } = await ceremonies.begin(request, state)
    const options = await webauthn.generateAuthenticationOptions({
      rpID: domain,
      challenge,
      allowCredentials:
        userId === undefined
          ? []
          : (await adapter.listAuthenticatorsByUserId(userId)).map(credentialDescriptor),
      userVerification: userVerification ? "required" : "preferred",
      timeout: ceremonyMs,
    })
    return { ok: true, options, cookies }
  }
}

/** Uses the challenge, finds the passkey, verifies the response, and only then stores the counter. */
export function createVerifyAuthentication(
  core: Core,
  sessions: Sessions,
  ceremonies: Ceremonies,
): Functions["verifyAuthentication"] {
  const { settings, adapter } = core
  const refuse = createRefuse(core, "passkey")
  return async (request) => {
    const crossSite = checkCrossSite(request, settings.origin)
    if (crossSite) return refuse(crossSite)
    const response = await readBody(request)
    const finished = await ceremonies.finish(request, "authenticate", response)
    if (!finished) return refuse("challenge")
    const { state, challenge, cookies } = finished

    const credentialID = credentialIdOf(response["id"])
    const passkey = credentialID && (await adapter.getAuthenticator(credentialID))
    const isMatch =
      passkey && passkey.credentialID === credentialID && passkey.userId === (state.userId ?? passkey.userId)
    const user = isMatch ? await adapter.getUser(passkey.userId) : null
    if (!isMatch || !user) return refuse("unknown_passkey", cookies)
    const counter = await verifyResponse(core, passkey, response, challenge)
    if (counter === null) return refuse("not_verified", cookies)
    const accepted = await storeCounter(core, passkey, counter)
    if (accepted === "gone") return refuse("unknown_passkey", cookies)
    if (!accepted) return refuse("counter_regression", cookies)
    const details = { method: "passkey", isNewUser: false } as const
    const signedIn = await sessions.signInIf(request, user, details, () => isStillOwner(core, passkey))
    if (!signedIn) return refuse("unknown_passkey", cookies)
    await restoreAccount(core, passkey)
    return { ...signedIn, cookies: [...signedIn.cookies, ...cookies] }
  }
}

/** Whether the user still has the passkey. It is not checked if the adapter cannot remove passkeys. */
const isStillOwner = async (
  { adapter, capabilities }: Core,
  { credentialID, userId }: Authenticator,
): Promise<boolean> =>
  !capabilities.removePasskeys || (await adapter.getAuthenticator(credentialID))?.userId === userId

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
      if (codeOf(error) === "not_found") return "gone"
      if (codeOf(error) !== "counter_regression") throw error
    }
  }
  const allowed = settings.passkeys?.counterRegression === "allow"
  emit({ type: "passkey_counter_regressed", userId, refused: !allowed })
  return allowed
}

/** Creates the account if the registration failed before it did. The passkey works without it. */
async function restoreAccount(
  { adapter, emit }: Core,
  { providerAccountId, userId }: Authenticator,
): Promise<void> {
  try {
    if (await adapter.getAccount(providerAccountId, passkeyProvider)) return
    await adapter.linkAccount({ userId, type: "webauthn", provider: passkeyProvider, providerAccountId })
  } catch (error) {
    emit({ type: "operation_failed", operation: "linkAccount", code: codeOf(error) })
  }
}
