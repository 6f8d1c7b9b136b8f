import type { Account } from "../contract/types.ts"
import { pickTexts } from "./store-tokens.ts"
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
    const account = await find({ userId, provider, providerAccountId })
    if (!account || hasTokens(account, signedIn)) return
    if (refresh_token && refresh_token === account.refresh_token) await attempts.renew(signedIn)
    // This call is late: the tokens were stored before, and newer ones have replaced them.
    else if (refresh_token && (await attempts.isUsed(signedIn))) return
    // Without a new refresh token, the stored one stays: a refresh that uses it replaces it.
    const key = { provider, providerAccountId }
    const tokens = { ...pickTexts(signedIn), access_token, expires_at: expires_at ?? null }
    const stored = await updateAccount({ ...key, ...tokens })
    if (stored.ok) emit({ type: "token_saved", userId, provider })
  }
}

const hasTokens = (account: Account, { access_token, refresh_token }: SignedInAccount): boolean =>
  account.access_token === access_token && (refresh_token ?? account.refresh_token) === account.refresh_token
