import type { User } from "../../contract/types.ts"
import type { Core } from "../core.ts"
import { cannot } from "../reach.ts"
import type { TakeAway } from "../ways-in.ts"
import { credentialIdOf, passkeyProvider } from "./credential.ts"
import type { PasskeyFunctions } from "./passkey-functions.ts"
import { createRefusals } from "./refusals.ts"

/** Takes a passkey away, and the account that stands for it. */
export function removing(core: Core, takeAway: TakeAway): PasskeyFunctions<User>["remove"] {
  const { adapter, extras, emit } = core
  const refused = createRefusals(core)
  return async (request, { credentialID }) => {
    const { removeAuthenticator } = extras
    if (!removeAuthenticator) throw cannot("This adapter cannot remove passkeys: use one of Mortise")
    const id = credentialIdOf(credentialID)
    const taken = await takeAway(request, "unknown_passkey", ({ accounts, passkeys, count }) => {
      const passkey = passkeys.find((each) => each.credentialID === id)
      if (!passkey) return undefined
      const { providerAccountId } = passkey
      const isShared = passkeys.some(
        (each) => each !== passkey && each.providerAccountId === providerAccountId,
      )
      const account = accounts.find(
        (each) => each.provider === passkeyProvider && each.providerAccountId === providerAccountId,
      )
      const remove = async () => {
        // The account first: whoever is interrupted here still has the passkey, and can begin again.
        if (account && !isShared)
          await adapter.unlinkAccount({ provider: passkeyProvider, providerAccountId })
        await removeAuthenticator(passkey.credentialID)
      }
      return { others: count - 1, remove }
    })
    if (!taken.ok) return refused(taken.reason)
    emit({ type: "passkey_removed", userId: taken.userId })
    return { ok: true, cookies: taken.cookies }
  }
}
