import type { Account } from "../contract/types.ts"
import { pickTexts, storedPair } from "./store-tokens.ts"
import type { TokenParts } from "./token-parts.ts"
import type { SignedInAccount } from "./token-types.ts"

/** Creates `saveTokens`. */
export function createSaveTokens({
  providers,
  find,
  attempts,
  updateAccount,
  emit,
}: TokenParts): (account: SignedInAccount | null | undefined) => Promise<void> {
  return async (signedIn) => {
    if (!signedIn?.access_token || !signedIn.userId || !providers.has(signedIn.provider)) return
    const { userId, provider, providerAccountId, access_token, refresh_token, expires_at } = signedIn
    for (;;) {
      const account = await find({ userId, provider, providerAccountId })
      if (!account || hasTokens(account, signedIn)) return
      const isSame = refresh_token === account.refresh_token
      // This call is late: the tokens were stored before, and newer ones have replaced them.
      if (refresh_token && !isSame && (await attempts.isUsed(signedIn))) return
      // Without a new refresh token, the stored one stays: a refresh that uses it replaces it.
      const key = { provider, providerAccountId }
      const tokens = { ...pickTexts(signedIn), access_token, expires_at: expires_at ?? null }
      // Guarded: a refresh that ends meanwhile stores the successor of the same refresh token.
      const stored = await updateAccount({ ...key, ...tokens }, storedPair(account))
      if (!stored.ok && stored.reason === "refused") continue
      if (!stored.ok) return
      // Only now: for a token that was not stored, another attempt would send it again.
      if (refresh_token && isSame) await attempts.renew(signedIn)
      return emit({ type: "token_saved", userId, provider })
    }
  }
}

const hasTokens = (account: Account, { access_token, refresh_token }: SignedInAccount): boolean =>
  account.access_token === access_token && (refresh_token ?? account.refresh_token) === account.refresh_token
