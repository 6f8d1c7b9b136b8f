import { storedPair } from "./store-tokens.ts"
import type { TokenParts } from "./token-parts.ts"
import type { WhichAccount } from "./token-types.ts"

const kinds = ["refresh_token", "access_token"] as const

/** Creates `revoke`. Tokens that a refresh stores meanwhile are revoked too. */
export function createRevoke({
  find,
  providerOf,
  requests,
  updateAccount,
  emit,
}: TokenParts): (which: WhichAccount) => Promise<boolean> {
  return async (which) => {
    const provider = providerOf(which.provider)
    for (;;) {
      const account = await find(which)
      if (!account || !kinds.some((kind) => account[kind])) return false
      // The refresh token first: most providers end its access tokens with it.
      for (const kind of kinds) {
        const token = account[kind]
        if (token) await requests.revoke(provider, token, kind)
      }
      const { providerAccountId } = account
      const none = { refresh_token: null, access_token: null, expires_at: null }
      const stored = await updateAccount(
        { provider: provider.id, providerAccountId, ...none },
        storedPair(account),
      )
      if (stored === "refused") continue
      emit({ type: "token_revoked", userId: account.userId, provider: provider.id })
      return true
    }
  }
}
