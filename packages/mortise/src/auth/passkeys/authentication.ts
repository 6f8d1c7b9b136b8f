import type { Authenticator, User } from "../../contract/types.ts"
import type { Core } from "../core/core.ts"
import { readErrorCode } from "../core/errors.ts"
import { refusal } from "../core/results.ts"
import { createOwnerSignedIn } from "../email/owner-signed-in.ts"
import type { Sessions } from "../sessions/sessions.ts"
import { stepUp } from "../sessions/step-up.ts"
import { isConfirmed, renewConfirmation } from "../sign-in-methods/confirmations.ts"
import { passkeyMethod, passkeyProvider } from "../sign-in-methods/method-key.ts"
import { type Ceremonies, ceremonyMs, requirePasskeys } from "./ceremonies.ts"
import { credentialDescriptor } from "./credential.ts"
import type { PasskeyFunctions } from "./passkey-functions.ts"
import { handleField } from "./user-handle.ts"
import { verifyPasskey } from "./verify-passkey.ts"

type Functions = PasskeyFunctions<User>

/** Without `userId`, the device offers its own passkeys, so the options do not reveal which users exist. */
export function createAuthenticationOptions(
  { settings, adapter }: Core,
  ceremonies: Ceremonies,
): Functions["authenticationOptions"] {
  return async (request, { userId } = {}) => {
    const { webauthn, domain, userVerification } = requirePasskeys(settings.passkeys)
    const state = {
      ceremony: "authenticate",
      userId: userId ?? null,
      session: null,
      name: null,
      handle: null,
    } as const
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

/** Signs the user of a verified passkey in. */
export function createVerifyAuthentication(
  core: Core,
  sessions: Sessions,
  ceremonies: Ceremonies,
): Functions["verifyAuthentication"] {
  const ownerSignedIn = createOwnerSignedIn(core)
  return async (request) => {
    const verified = await verifyPasskey(core, ceremonies, request)
    if (!verified.ok) return verified
    const { user, passkey, handle, cookies } = verified
    const details = { method: "passkey", isNewUser: false } as const
    const signedIn = await sessions.signInIf(request, user, details, () => isStillOwner(core, passkey))
    if (!signedIn) return refusal("unknown_passkey", cookies)
    await restoreAccount(core, passkey, handle)
    await renewConfirmation(core, passkeyMethod(passkey.credentialID), user)
    await ownerSignedIn(request, user)
    return { ...signedIn, cookies: [...signedIn.cookies, ...cookies] }
  }
}

/** Authenticates the signed-in user again with one of the user's own passkeys. */
export function createPasskeyStepUp(
  core: Core,
  sessions: Sessions,
  ceremonies: Ceremonies,
): Functions["stepUp"] {
  const ownerSignedIn = createOwnerSignedIn(core)
  return async (request) => {
    const session = await sessions.current(request)
    if (!session) return refusal("signed_out")
    const verified = await verifyPasskey(core, ceremonies, request, session.user.id)
    if (!verified.ok) return verified
    await ownerSignedIn(request, verified.user)
    const steppedUp = await stepUp(core, request, session, "passkey")
    return { ...steppedUp, cookies: [...steppedUp.cookies, ...verified.cookies] }
  }
}

/**
 * Whether the user still has the passkey, and may still use it: a concurrent first proof of the address may have ended
 * that. It is not checked if the adapter cannot remove passkeys.
 */
async function isStillOwner(core: Core, { credentialID, userId }: Authenticator): Promise<boolean> {
  const { settings, adapter, capabilities } = core
  if (!capabilities.removePasskeys) return true
  if ((await adapter.getAuthenticator(credentialID))?.userId !== userId) return false
  if (!settings.email) return true
  const user = await adapter.getUser(userId)
  return user !== null && isConfirmed(core, passkeyMethod(credentialID), user)
}

/** Creates the account if the registration failed before it did. The passkey works without it. */
async function restoreAccount(
  { adapter, emit }: Core,
  { providerAccountId, userId }: Authenticator,
  handle: string | null,
): Promise<void> {
  try {
    if (await adapter.getAccount(providerAccountId, passkeyProvider)) return
    const account = { userId, type: "webauthn", provider: passkeyProvider, providerAccountId } as const
    await adapter.linkAccount({ ...account, ...handleField(handle) })
  } catch (error) {
    emit({ type: "operation_failed", operation: "linkAccount", code: readErrorCode(error) })
  }
}
