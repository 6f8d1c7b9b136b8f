import type { User } from "../../contract/types.ts"
import type { Core } from "../core/core.ts"
import { createUnsupportedError } from "../core/errors.ts"
import type { Sessions } from "../sessions/sessions.ts"
import type { ConfirmSignInMethod } from "../sign-in-methods/confirm-sign-in-method.ts"
import { parseCredentialId, passkeyMethod, passkeyProvider } from "../sign-in-methods/method-key.ts"
import type { RemoveSignInMethod } from "../sign-in-methods/remove-sign-in-method.ts"
import {
  createAuthenticationOptions,
  createPasskeyStepUp,
  createVerifyAuthentication,
} from "./authentication.ts"
import { createCeremonies } from "./ceremonies.ts"
import { passkeyInfo, toAccountId } from "./credential.ts"
import type { PasskeyFunctions } from "./passkey-functions.ts"
import { createRegistrationOptions, createVerifyRegistration } from "./registration.ts"

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

/** Removes a passkey and its account. */
function createRemovePasskey(
  core: Core,
  removeSignInMethod: RemoveSignInMethod,
): PasskeyFunctions<User>["remove"] {
  const { adapter, extras, emit } = core
  return async (request, { credentialID }) => {
    const { removeAuthenticator } = extras
    if (!removeAuthenticator)
      throw createUnsupportedError("This adapter cannot remove passkeys: use a Mortise adapter")
    const id = parseCredentialId(credentialID)
    const accountId = id && (await toAccountId(id))
    return removeSignInMethod(request, "unknown_passkey", ({ userId, accounts, passkeys, count }) => {
      const passkey = passkeys.find((candidate) => parseCredentialId(candidate.credentialID) === id)
      const providerAccountId = passkey ? passkey.providerAccountId : accountId
      const account = accounts.find(
        (candidate) =>
          candidate.provider === passkeyProvider && candidate.providerAccountId === providerAccountId,
      )
      // An interrupted removal leaves an account without its passkey.
      if (!id || !(passkey || account)) return undefined
      const isShared = passkeys.some(
        (candidate) => candidate !== passkey && candidate.providerAccountId === providerAccountId,
      )
      const remove = async () => {
        if (passkey) await removeAuthenticator(passkey.credentialID)
        if (account && !isShared) await adapter.unlinkAccount(account)
        emit({ type: "passkey_removed", userId })
      }
      return { remaining: passkey?.credentialID === id ? count - 1 : count, remove }
    })
  }
}
