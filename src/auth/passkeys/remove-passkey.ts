import type { User } from "../../contract/types.ts"
import type { RemoveSignInMethod } from "../accounts/sign-in-methods.ts"
import { unsupported } from "../adapter/normalize-adapter.ts"
import type { Core } from "../core.ts"
import { createRefuse } from "../refuse.ts"
import { accountIdOf, credentialIdOf, passkeyProvider } from "./credential.ts"
import type { PasskeyFunctions } from "./passkey-functions.ts"

/** Takes a passkey away, and the account that stands for it. */
export function createRemovePasskey(
  core: Core,
  removeSignInMethod: RemoveSignInMethod,
): PasskeyFunctions<User>["remove"] {
  const { adapter, extras, emit } = core
  const refused = createRefuse(core)
  return async (request, { credentialID }) => {
    const { removeAuthenticator } = extras
    if (!removeAuthenticator) throw unsupported("This adapter cannot remove passkeys: use one of Mortise")
    const id = credentialIdOf(credentialID)
    const accountId = id && (await accountIdOf(id))
    const taken = await removeSignInMethod(
      request,
      "unknown_passkey",
      ({ userId, accounts, passkeys, count }) => {
        const passkey = passkeys.find((each) => credentialIdOf(each.credentialID) === id)
        const providerAccountId = passkey ? passkey.providerAccountId : accountId
        const account = accounts.find(
          (each) => each.provider === passkeyProvider && each.providerAccountId === providerAccountId,
        )
        // An account without its passkey is what a removal left that was interrupted.
        if (!id || !(passkey || account)) return undefined
        const isShared = passkeys.some(
          (each) => each !== passkey && each.providerAccountId === providerAccountId,
        )
        const remove = async () => {
          if (passkey) await removeAuthenticator(passkey.credentialID)
          if (account && !isShared) await adapter.unlinkAccount(account)
          emit({ type: "passkey_removed", userId })
        }
        return { remaining: passkey?.credentialID === id ? count - 1 : count, remove }
      },
    )
    return taken.ok ? taken : refused(taken.reason, taken.cookies)
  }
}
