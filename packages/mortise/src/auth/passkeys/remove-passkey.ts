import type { User } from "../../contract/types.ts"
import type { Core } from "../core/core.ts"
import { createUnsupportedError } from "../core/errors.ts"
import { parseCredentialId, passkeyProvider } from "../sign-in-methods/method-key.ts"
import type { RemoveSignInMethod } from "../sign-in-methods/remove-sign-in-method.ts"
import { toAccountId } from "./credential.ts"
import type { PasskeyFunctions } from "./passkey-functions.ts"

/** Removes a passkey and its account. */
export function createRemovePasskey(
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
