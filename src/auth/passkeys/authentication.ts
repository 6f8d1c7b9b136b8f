import type { Authenticator, User } from "../../contract/types.ts"
import { fromBase64 } from "../../shared/bytes.ts"
import { codeOf } from "../adapter/normalize-adapter.ts"
import type { Core } from "../core.ts"
import { checkCrossSite, readBody } from "../http/cross-site-check.ts"
import { createRefuse } from "../refuse.ts"
import type { Sessions } from "../sessions/sessions.ts"
import { type Ceremonies, ceremonyMs, requirePasskeys, verifiedOrNull } from "./ceremonies.ts"
import { credentialDescriptor, credentialIdOf, passkeyProvider, toBrowserId } from "./credential.ts"
import type { PasskeyFunctions } from "./passkey-functions.ts"

type Functions = PasskeyFunctions<User>

/** Without a user, the device offers what it has: nobody learns who is known here. */
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

/** The challenge is used up, the answer checked, the person found; the counter is written after all of it. */
export function createVerifyAuthentication(
  core: Core,
  sessions: Sessions,
  ceremonies: Ceremonies,
): Functions["verifyAuthentication"] {
  const { settings, adapter } = core
  const refused = createRefuse(core)
  return async (request) => {
    const wrong = checkCrossSite(request, settings.origin)
    if (wrong) return refused(wrong)
    const answer = await readBody(request)
    const finished = await ceremonies.finish(request, "authenticate", answer)
    if (!finished) return refused("challenge")
    const { state, challenge, cookies } = finished

    const credentialID = credentialIdOf(answer["id"])
    const passkey = credentialID && (await adapter.getAuthenticator(credentialID))
    const isMatch =
      passkey && passkey.credentialID === credentialID && passkey.userId === (state.userId ?? passkey.userId)
    const user = isMatch ? await adapter.getUser(passkey.userId) : null
    if (!isMatch || !user) return refused("unknown_passkey", cookies)
    const counter = await verifyAnswer(core, passkey, answer, challenge)
    if (counter === null) return refused("not_verified", cookies)
    const counted = await storeCounter(core, passkey, counter)
    if (counted === "gone") return refused("unknown_passkey", cookies)
    if (!counted) return refused("counter_regression", cookies)
    const details = { method: "passkey", isNewUser: false } as const
    const signedIn = await sessions.signInIf(request, user, details, () => isStillOwner(core, passkey))
    if (!signedIn) return refused("unknown_passkey", cookies)
    await restoreAccount(core, passkey)
    return { ...signedIn, cookies: [...signedIn.cookies, ...cookies] }
  }
}

/** Where passkeys cannot be taken away, nobody asks. */
const isStillOwner = async (
  { adapter, capabilities }: Core,
  { credentialID, userId }: Authenticator,
): Promise<boolean> =>
  !capabilities.removePasskeys || (await adapter.getAuthenticator(credentialID))?.userId === userId

/** The counter of an answer that holds; `null` when it does not, or when the device became another kind of device. */
async function verifyAnswer(
  { settings }: Core,
  passkey: Authenticator,
  answer: object,
  challenge: string,
): Promise<number | null> {
  const { webauthn, domain, userVerification } = requirePasskeys(settings.passkeys)
  const publicKey = fromBase64(passkey.credentialPublicKey)
  if (!publicKey) return null
  const result = await verifiedOrNull(() =>
    webauthn.verifyAuthenticationResponse({
      response: answer as never,
      expectedChallenge: challenge,
      expectedOrigin: settings.origin,
      expectedRPID: domain,
      // Zero leaves the judgement of the counter to us.
      credential: { id: toBrowserId(passkey.credentialID), publicKey, counter: 0 },
      requireUserVerification: userVerification,
    }),
  )
  if (result?.authenticationInfo.credentialDeviceType !== passkey.credentialDeviceType) return null
  return result.authenticationInfo.newCounter
}

/**
 * WebAuthn Level 3: two zeros mean that the device does not count; a counter that grows is stored; any other is
 * a sign of a copied passkey, and your policy decides.
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

/** Brings back the account that a registration did not get to; the passkey is good without it. */
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
