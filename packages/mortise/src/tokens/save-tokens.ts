import type { Account } from "../contract/types.ts"
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
    const { userId, provider, providerAccountId, refresh_token } = signedIn
    const account = await find({ userId, provider, providerAccountId })
    if (!account || hasTokens(account, signedIn)) return
    if (refresh_token && refresh_token === account.refresh_token) await attempts.renew(signedIn)
    // This call is late: the tokens were stored before, and newer ones have replaced them.
    else if (refresh_token && (await attempts.isUsed(signedIn))) return
    // Without a new refresh token, the stored one stays: a refresh that uses it replaces it.
    const stored = await updateAccount({ ...pickTokens(signedIn), provider, providerAccountId })
    if (stored.ok) emit({ type: "token_saved", userId, provider })
  }
}

const hasTokens = (account: Account, { access_token, refresh_token }: SignedInAccount): boolean =>
  account.access_token === access_token && (refresh_token ?? account.refresh_token) === account.refresh_token

const pickTokens = ({
  access_token,
  refresh_token,
  id_token,
  expires_at,
  scope,
  token_type,
}: SignedInAccount) => ({
  access_token: access_token as string,
  expires_at: expires_at ?? null,
  ...(refresh_token && { refresh_token }),
  ...(id_token && { id_token }),
  ...(scope && { scope }),
  ...(token_type && { token_type }),
})
