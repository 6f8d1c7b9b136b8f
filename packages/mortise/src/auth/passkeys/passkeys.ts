import type { User } from "../../contract/types.ts"
import type { Core } from "../core/core.ts"
import type { Sessions } from "../sessions/sessions.ts"
import type { ConfirmSignInMethod } from "../sign-in-methods/confirm-sign-in-method.ts"
import { parseCredentialId, passkeyMethod } from "../sign-in-methods/method-key.ts"
import type { RemoveSignInMethod } from "../sign-in-methods/remove-sign-in-method.ts"
import {
  createAuthenticationOptions,
  createPasskeyStepUp,
  createVerifyAuthentication,
} from "./authentication.ts"
import { createCeremonies } from "./ceremonies.ts"
import { passkeyInfo } from "./credential.ts"
import type { PasskeyFunctions } from "./passkey-functions.ts"
import { createRegistrationOptions, createVerifyRegistration } from "./registration.ts"
import { createRemovePasskey } from "./remove-passkey.ts"

/** Sign-in with passkeys. The library in `passkeys.webauthn` does the checks of WebAuthn. */
export function createPasskeys(
  core: Core,
  sessions: Sessions,
  removeSignInMethod: RemoveSignInMethod,
  confirmSignInMethod: ConfirmSignInMethod,
): PasskeyFunctions<User> {
  const ceremonies = createCeremonies(core)
  return {
    registrationOptions: createRegistrationOptions(core, sessions, ceremonies),
    verifyRegistration: createVerifyRegistration(core, sessions, ceremonies),
    authenticationOptions: createAuthenticationOptions(core, ceremonies),
    verifyAuthentication: createVerifyAuthentication(core, sessions, ceremonies),
    stepUp: createPasskeyStepUp(core, sessions, ceremonies),
    list: async (userId) => (await core.adapter.listAuthenticatorsByUserId(userId)).map(passkeyInfo),
    remove: createRemovePasskey(core, removeSignInMethod),
    confirm: async (request, { credentialID }) =>
      confirmSignInMethod(request, "unknown_passkey", async (userId) => {
        const id = parseCredentialId(credentialID)
        const owner = id === null ? null : await core.adapter.getAuthenticator(id)
        return id !== null && owner?.userId === userId ? passkeyMethod(id) : null
      }),
  }
}
