import type { TokenEndpointResponse } from "oauth4webapi"
import type { Account } from "../contract/types.ts"
import { isRunning, type OthersAttempt, type OwnAttempt } from "./attempts.ts"
import type { RefreshAnswer } from "./provider-requests.ts"
import { hasTokens, revokeUnstored } from "./revoke-tokens.ts"
import { keepTrying, storeTokens } from "./store-tokens.ts"
import type { SignInReason } from "./token-events.ts"
import type { TokenParts } from "./token-parts.ts"
import type { WhichAccount } from "./token-types.ts"

/**
 * `stored`: new tokens are stored. `storing`: another caller is about to store them. `again`: the tokens have changed
 * since they were read.
 */
type RefreshOutcome = "stored" | "storing" | "again" | "wait" | "failed" | SignInReason

/** Uses the refresh token of an account, unless another caller does, or did. */
export async function refreshToken(
  parts: TokenParts,
  which: WhichAccount,
  account: Account,
): Promise<RefreshOutcome> {
  const begun = await parts.attempts.begin(account)
  if (begun === "too soon") return "failed"
  if (begun === "storing") return begun
  return "mine" in begun
    ? refresh({ parts, which, account, attempt: begun.mine })
    : awaitOtherOutcome(parts, account, begun.others)
}

type Refresh = {
  readonly parts: TokenParts
  readonly which: WhichAccount
  readonly account: Account
  readonly attempt: OwnAttempt
}

/** Uses the refresh token. This caller is the only one that does. */
async function refresh(task: Refresh): Promise<RefreshOutcome> {
  const { parts, which, account, attempt } = task
  const { requests, findProvider, emit, find } = parts
  const { provider: id, userId } = account
  const provider = findProvider(id)
  const sentAt = parts.now()
  const send = async () => {
    const current = await find(which)
    if (isSamePair(current, account)) return requests.refresh(provider, account.refresh_token as string)
    // Another caller has stored new tokens since the account was read.
    if (current?.refresh_token === account.refresh_token) await attempt.permitNext()
    return undefined
  }
  const answer = await send().catch(async (error: unknown) => {
    // The store or a missing package failed before the token was sent.
    await attempt.permitAfterFailure(0).catch(() => {})
    throw error
  })
  if (!answer) return "again"
  if (answer.kind === "tokens") return storeAnswer(task, answer.tokens, sentAt)
  if (answer.kind === "failed" || (answer.kind === "lost" && provider.rotates === false)) {
    await attempt.permitAfterFailure(retryAfter(answer))
    emit({ type: "refresh_failed", userId, provider: id })
    return "failed"
  }
  await attempt.end(answer.kind)
  // A sign-in may have replaced the token that the provider refused.
  const current = await find(which)
  if (current?.refresh_token !== account.refresh_token) return "again"
  const reason = reasons[answer.kind]
  emit({ type: "sign_in_needed", userId, provider: id, reason })
  return isSamePair(current, account) ? reason : "again"
}

async function storeAnswer(
  { parts, which, account, attempt }: Refresh,
  tokens: TokenEndpointResponse,
  sentAt: number,
): Promise<"stored" | "again"> {
  const { refresh_token } = tokens
  // The same refresh token works again, even if this process ends before it stores the rest of the answer.
  if (!refresh_token || refresh_token === account.refresh_token) await keepTrying(attempt.permitNext)
  const isStored = await storeTokens(parts, account, tokens, sentAt)
  await attempt.end("done")
  if (!isStored) {
    const current = await parts.find(which)
    // The account was removed, or its tokens were revoked: no one else knows the new ones.
    if (!current || !hasTokens(current)) await revokeUnstored(parts, { ...account, ...tokens })
    if (current?.access_token !== tokens.access_token) return "again"
  }
  parts.emit({ type: "token_refreshed", userId: account.userId, provider: account.provider })
  return "stored"
}

const reasons = { refused: "refresh_token_refused", lost: "refresh_answer_lost" } as const

const retryAfter = (answer: RefreshAnswer): number => (answer.kind === "failed" ? answer.retryAfterMs : 0)

async function awaitOtherOutcome(
  { now, timeoutMs, emit }: TokenParts,
  { userId, provider }: Account,
  { read, isFirstToReport }: OthersAttempt,
): Promise<RefreshOutcome> {
  const attempt = await read()
  if (attempt === undefined || attempt.state === "done") return "wait"
  if (attempt.state !== "sent") return reasons[attempt.state]
  if (isRunning(attempt, now(), timeoutMs)) return "wait"
  if (await isFirstToReport())
    emit({ type: "sign_in_needed", userId, provider, reason: "refresh_answer_lost" })
  return "refresh_answer_lost"
}

/** Whether the account has the same tokens as before. */
const isSamePair = (current: Account | undefined, before: Account): boolean =>
  current?.refresh_token === before.refresh_token && current?.access_token === before.access_token
