import type { Account } from "../contract/types.ts"
import { leaseMs } from "./attempts.ts"
import { storedPair } from "./store-tokens.ts"
import { sleep, type TokenParts } from "./token-parts.ts"
import type { SignedInAccount } from "./token-types.ts"

/** Creates `remember`. */
export function createRemember(
  parts: TokenParts,
): (account: SignedInAccount | null | undefined) => Promise<void> {
  const { providers, find, updateAccount, emit } = parts
  return async (signedIn) => {
    if (!signedIn?.access_token || !signedIn.userId || !providers.has(signedIn.provider)) return
    const { userId, provider, providerAccountId } = signedIn
    for (;;) {
      const account = await find({ userId, provider, providerAccountId })
      if (!account || hasTokensOf(account, signedIn)) return
      // This call is late: the tokens were stored before, and newer ones have replaced them.
      if (signedIn.refresh_token && (await parts.attempts.last(signedIn))) return
      const patch = { ...tokensOf(signedIn), provider, providerAccountId }
      // A new refresh token is from a new grant, which a refresh of the old one does not touch.
      const stored = signedIn.refresh_token
        ? await updateAccount(patch)
        : await updateAccount({ ...patch, ...(await keptToken(parts, account)) }, storedPair(account))
      if (stored === "refused") continue
      if (stored !== "absent") emit({ type: "token_remembered", userId, provider })
      return
    }
  }
}

const hasTokensOf = (account: Account, { access_token, refresh_token }: SignedInAccount): boolean =>
  account.access_token === access_token && (refresh_token ?? account.refresh_token) === account.refresh_token

const tokensOf = ({
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

/**
 * Some providers return a refresh token with the first sign-in only, so the stored one is kept. If it is in use, its
 * successor is waited for; if it is used up, it is removed, because with other tokens beside it, it would be sent again.
 */
async function keptToken(
  { attempts, now, timeoutMs, providerOf, waitMs }: TokenParts,
  account: Account,
): Promise<{ refresh_token?: null }> {
  if (!account.refresh_token || providerOf(account.provider).rotates === false) return {}
  for (const until = Date.now() + waitMs; ; await sleep(50)) {
    const attempt = await attempts.last(account)
    if (attempt === undefined || attempt.state === "done") return {}
    const isRunning = attempt.state === "sent" && now() < attempt.at + leaseMs(timeoutMs)
    if (!isRunning || Date.now() > until) return { refresh_token: null }
  }
}
