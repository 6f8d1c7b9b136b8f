import { MortiseError } from "../contract/errors.ts"
import type { Account } from "../contract/types.ts"
import { withTimeout } from "../shared/with-timeout.ts"
import { notConfirmed } from "./provider-requests.ts"
import { storedPair } from "./store-tokens.ts"
import type { TokenParts } from "./token-parts.ts"
import type { AccessTokens } from "./token-types.ts"

type Tokens = Partial<Pick<Account, "refresh_token" | "access_token">>

// The refresh token first: most providers end its access tokens with it.
const kinds = ["refresh_token", "access_token"] as const

export const hasTokens = (tokens: Tokens): boolean => kinds.some((kind) => tokens[kind])

/** Revokes tokens at their provider; throws `unavailable` if it does not confirm it. */
async function revokeAtProvider(
  { findProvider, requests }: TokenParts,
  provider: string,
  tokens: Tokens,
): Promise<void> {
  for (const kind of kinds) {
    const token = tokens[kind]
    if (token) await requests.revoke(findProvider(provider), token, kind)
  }
}

/** Creates `revoke`. Tokens that a refresh stores meanwhile are revoked too. */
export function createRevoke(parts: TokenParts): AccessTokens["revoke"] {
  const { find, findProvider, updateAccount, emit } = parts
  return async (which) => {
    const { id: provider } = findProvider(which.provider)
    for (;;) {
      const account = await find(which)
      if (!account) return { ok: false, reason: "account_missing" }
      if (!hasTokens(account)) return { ok: false, reason: "token_missing" }
      await revokeAtProvider(parts, provider, account)
      const { userId, providerAccountId } = account
      const none = { refresh_token: null, access_token: null, expires_at: null }
      const stored = await updateAccount({ provider, providerAccountId, ...none }, storedPair(account))
      if (!stored.ok && stored.reason === "refused") continue
      emit({ type: "token_revoked", userId, provider })
      return { ok: true }
    }
  }
}

/** Revokes tokens that no row holds. */
export const revokeUnstored = (parts: TokenParts, account: Account): Promise<boolean> =>
  reportFailure(parts, account, () => revokeAtProvider(parts, account.provider, account))

/** Runs a revocation, for no longer than one request may take. If it fails, emits an event, and returns false. */
export async function reportFailure(
  { emit, timeoutMs }: TokenParts,
  { userId, provider }: { readonly userId: string; readonly provider: string },
  run: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await withTimeout(run, timeoutMs, () => notConfirmed(provider))
    return true
  } catch (error) {
    // Nothing has been removed yet, so a store that fails is no reason to go on.
    if (!isFinal(error)) throw error
    emit({ type: "revocation_failed", userId, provider })
    return false
  }
}

/** Whether the provider failed, or a token cannot be decrypted. */
const isFinal = (error: unknown): boolean =>
  isCorrupt(error) || (error instanceof MortiseError && error.operation === "revoke")

export const isCorrupt = (error: unknown): boolean =>
  error instanceof MortiseError && error.code === "corrupt"
