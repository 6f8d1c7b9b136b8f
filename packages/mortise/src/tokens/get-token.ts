import { MortiseError } from "../contract/errors.ts"
import type { Account } from "../contract/types.ts"
import { refreshToken } from "./refresh-token.ts"
import { sleep, type TokenParts } from "./token-parts.ts"
import type { FreshToken, TokenResult, WhichAccount } from "./token-types.ts"

/** Creates `get`. Calls for the same account in one process share one result. */
export function createGet(parts: TokenParts): (which: WhichAccount) => Promise<TokenResult> {
  const running = new Map<string, Promise<TokenResult>>()
  return (which) => {
    const { userId, provider, providerAccountId } = which
    const name = JSON.stringify([userId, provider, providerAccountId])
    const shared = running.get(name)
    if (shared) return shared
    const call = getToken(parts, which).finally(() => running.delete(name))
    running.set(name, call)
    return call
  }
}

async function getToken(parts: TokenParts, which: WhichAccount): Promise<TokenResult> {
  const { now, leewayMs, waitMs, find, findProvider } = parts
  findProvider(which.provider)
  const until = Date.now() + waitMs
  let hasRefreshed = false
  for (let pause = 25; ; pause = Math.min(pause * 2, 250)) {
    const account = await find(which)
    if (!account) return { ok: false, reason: "account_missing" }
    const valid = validToken(account, now())
    if (valid && !expiresBefore(account, now() + leewayMs)) return valid
    // A new token that expires within the leeway is not refreshed immediately.
    if (hasRefreshed) return valid ?? throwUnavailable(which.provider)
    if (!account.refresh_token) return valid ?? { ok: false, reason: "refresh_token_missing" }

    const outcome = await refreshToken(parts, which, account)
    if (outcome === "stored") hasRefreshed = true
    else if (outcome === "wait" || outcome === "storing") {
      if (valid && outcome === "storing") return valid
      if (Date.now() > until) return valid ?? throwBusy(which.provider)
      await sleep(pause)
    } else if (outcome === "failed") return valid ?? throwUnavailable(which.provider)
    else if (outcome !== "again") return valid ?? { ok: false, reason: outcome }
  }
}

const expiresBefore = ({ expires_at }: Account, time: number): boolean =>
  typeof expires_at === "number" && expires_at * 1000 <= time

/** The stored token, if it has not expired. */
function validToken(account: Account, now: number): FreshToken | undefined {
  const { access_token, expires_at, scope, token_type } = account
  if (!access_token || expiresBefore(account, now)) return undefined
  return {
    ok: true,
    accessToken: access_token,
    ...(typeof expires_at === "number" && { expiresAt: new Date(expires_at * 1000) }),
    ...(scope && { scope }),
    ...(token_type && { tokenType: token_type }),
  }
}

const throwUnavailable = (provider: string): never =>
  throwNow(
    `The provider ${provider} does not refresh the token at the moment. The stored tokens are kept: retry later.`,
  )

const throwBusy = (provider: string): never =>
  throwNow(`Another process refreshes this token of ${provider} and has not finished. Retry later.`)

function throwNow(message: string): never {
  throw new MortiseError("unavailable", message, { operation: "get" })
}
