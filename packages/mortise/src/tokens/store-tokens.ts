import type { TokenEndpointResponse } from "oauth4webapi"
import { MortiseError } from "../contract/errors.ts"
import type { Account } from "../contract/types.ts"
import { sleep, type TokenParts } from "./token-parts.ts"

const longestLifetime = 400 * 24 * 3600
const pauses = [50, 200, 1000]

/**
 * Stores the provider's answer, if the tokens that were used are still stored: a caller that was slow never
 * replaces newer tokens, and returns false. The answer exists only here, so a failing store is tried again.
 */
export async function storeTokens(
  { updateAccount, findProvider }: TokenParts,
  account: Account,
  tokens: TokenEndpointResponse,
  sentAt: number,
): Promise<boolean> {
  const { provider, providerAccountId } = account
  const { access_token, refresh_token, expires_in } = tokens
  const lifetime = Math.min(expires_in ?? findProvider(provider).lifetimeSeconds ?? 0, longestLifetime)
  const patch = {
    provider,
    providerAccountId,
    access_token,
    // Without a lifetime, the old expiry must not remain.
    expires_at: lifetime > 0 ? Math.floor(sentAt / 1000 + lifetime) : null,
    ...pickTexts(tokens),
    ...(account.expires_in !== undefined && { expires_in: lifetime > 0 ? lifetime : null }),
  }
  const stored = storedPair(account)
  return keepTrying(async () => {
    const outcome = await updateAccount(patch, stored)
    // A sign-in that returned no refresh token has kept the one that was used: its successor replaces it.
    if (!outcome.ok && outcome.reason === "refused" && refresh_token)
      await updateAccount(
        { provider, providerAccountId, refresh_token },
        { refresh_token: stored.refresh_token },
      )
    return outcome.ok
  })
}

type Texts = Partial<Record<"refresh_token" | "id_token" | "scope" | "token_type", string | null | undefined>>

/** The texts of an answer besides the access token. What it leaves out stays as it is. */
export const pickTexts = ({ refresh_token, id_token, scope, token_type }: Texts) => ({
  ...(refresh_token && { refresh_token }),
  ...(id_token && { id_token }),
  ...(scope && { scope }),
  ...(token_type && { token_type }),
})

/** Retries a write while the store fails briefly. */
export async function keepTrying<T>(write: () => Promise<T>): Promise<T> {
  for (let index = 0; ; index++) {
    try {
      return await write()
    } catch (error) {
      const pause = pauses[index]
      if (pause === undefined || !isTemporary(error)) throw error
      await sleep(pause)
    }
  }
}

/** The tokens of an account as a guard: a change is refused when one of them has changed. */
export const storedPair = ({ refresh_token, access_token }: Account) => ({
  refresh_token: refresh_token ?? null,
  access_token: access_token ?? null,
})

const isTemporary = (error: unknown): boolean =>
  error instanceof MortiseError && ["transient", "indeterminate", "unavailable"].includes(error.code)
