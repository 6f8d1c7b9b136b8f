import { MortiseError } from "../contract/errors.ts"
import type { Account } from "../contract/types.ts"
import { leaseMs, lifeMs, type OthersAttempt, type OwnAttempt } from "./attempts.ts"
import type { RefreshAnswer } from "./provider-requests.ts"
import { removeUsedToken, storeTokens } from "./store-tokens.ts"
import type { SignInReason } from "./token-events.ts"
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
  const { now, leewayMs, timeoutMs, waitMs, attempts, find, providerOf } = parts
  const { rotates = true } = providerOf(which.provider)
  const until = Date.now() + waitMs
  let used: Account | undefined
  for (let pause = 25; ; pause = Math.min(pause * 2, 250)) {
    const account = await find(which)
    if (!account) return { ok: false, reason: "account_missing" }
    const valid = validToken(account, now())
    if (valid && !expiresBefore(account, now() + leewayMs)) return valid
    // A new token that expires within the leeway is not refreshed at once.
    if (used && !isSamePair(account, used)) return valid ?? throwUnavailable(which.provider)
    if (!account.refresh_token) return valid ?? { ok: false, reason: "refresh_token_missing" }

    const begun = await attempts.begin(account, lifeMs(rotates, timeoutMs))
    if ("retryAt" in begun) return valid ?? throwUnavailable(which.provider)
    const outcome =
      "mine" in begun
        ? await refresh(parts, which, account, begun.mine)
        : await outcomeOfOthers(parts, account, begun.others)
    if (outcome === "failed") return valid ?? throwUnavailable(which.provider)
    if (outcome === "stored") used = account
    if (outcome === "wait" && Date.now() > until) return valid ?? throwBusy(which.provider)
    if (outcome === "wait") await sleep(pause)
    else if (outcome !== "again" && outcome !== "stored") return valid ?? { ok: false, reason: outcome }
  }
}

/** `stored`: new tokens are stored. `again`: the tokens have changed since they were read. */
type Outcome = "stored" | "again" | "wait" | "failed" | SignInReason

/** Uses the refresh token. This caller is the only one that does. */
async function refresh(
  parts: TokenParts,
  which: WhichAccount,
  account: Account,
  attempt: OwnAttempt,
): Promise<Outcome> {
  const { requests, providerOf, emit, find } = parts
  const { provider: id, userId } = account
  const provider = providerOf(id)
  const sentAt = parts.now()
  const send = async () => {
    // Another caller may have stored new tokens, and forgotten its attempt, since the account was read.
    if (!isSamePair(await find(which), account)) return undefined
    return requests.refresh(provider, account.refresh_token as string)
  }
  const answer = await send().catch(async (error: unknown) => {
    // The store or a missing package failed before the token was sent.
    await attempt.permitNext(0).catch(() => {})
    throw error
  })
  if (!answer) return "again"
  if (answer.kind === "tokens") {
    await storeTokens(parts, account, answer.tokens, sentAt)
    // Some providers return the same tokens until they expire. They are then refreshed again.
    await (isSamePair({ ...account, ...answer.tokens }, account)
      ? attempt.permitNext(0)
      : attempt.end("done"))
    emit({ type: "token_refreshed", userId, provider: id })
    return "stored"
  }
  if (answer.kind === "failed" || (answer.kind === "lost" && provider.rotates === false)) {
    await attempt.permitNext(retryAfter(answer))
    emit({ type: "refresh_failed", userId, provider: id })
    return "failed"
  }
  // A sign-in may have replaced the token that the provider refused.
  const current = await find(which)
  if (!isSamePair(current, account)) {
    if (current?.refresh_token === account.refresh_token) await removeUsedToken(parts, account)
    return "again"
  }
  await attempt.end(answer.kind)
  const reason = reasons[answer.kind]
  emit({ type: "sign_in_needed", userId, provider: id, reason })
  return reason
}

const reasons = { refused: "refresh_token_refused", lost: "refresh_answer_lost" } as const

const retryAfter = (answer: RefreshAnswer): number => (answer.kind === "failed" ? answer.retryAfterMs : 0)

async function outcomeOfOthers(
  { now, timeoutMs, emit }: TokenParts,
  { userId, provider }: Account,
  { read, isFirstToReport }: OthersAttempt,
): Promise<Outcome> {
  const attempt = await read()
  if (attempt === undefined || attempt.state === "done") return "wait"
  if (attempt.state !== "sent") return reasons[attempt.state]
  if (now() < attempt.at + leaseMs(timeoutMs)) return "wait"
  if (await isFirstToReport())
    emit({ type: "sign_in_needed", userId, provider, reason: "refresh_answer_lost" })
  return "refresh_answer_lost"
}

/** Whether the account has the same tokens as before. */
const isSamePair = (current: Account | undefined, before: Account): boolean =>
  current?.refresh_token === before.refresh_token && current?.access_token === before.access_token

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

function throwUnavailable(provider: string): never {
  throw new MortiseError(
    "unavailable",
    `The provider ${provider} does not refresh the token at the moment. The stored tokens are kept: retry later.`,
    { operation: "get" },
  )
}

function throwBusy(provider: string): never {
  throw new MortiseError(
    "unavailable",
    `Another process refreshes this token of ${provider} and has not finished. Retry later.`,
    { operation: "get" },
  )
}
