import type { Slots } from "../contract/slots.ts"
import type { Account } from "../contract/types.ts"
import { sha256 } from "../shared/bytes.ts"

// A refresh token that may be used only once must be sent only once, whatever happens to the process that sends it. So
// each attempt is a slot that one caller can claim, and that is never given back: not after a crash, and not after a
// delay. Its key depends on both stored tokens, so new tokens begin with a new attempt. If the provider certainly did
// not use the token, the caller of an attempt permits the next one. Nobody else does.

/** What is known about an attempt to use a refresh token. */
export type Attempt =
  /** It was sent, or is about to be. */
  | { readonly state: "sent"; readonly at: number }
  /** The new tokens are stored. */
  | { readonly state: "done" }
  | { readonly state: "refused" }
  | { readonly state: "lost" }

type Tokens = Pick<Account, "provider" | "providerAccountId"> & {
  readonly refresh_token?: string | null | undefined
  readonly access_token?: string | null | undefined
}

/** The attempts to use the refresh token of an account. */
export type Attempts = {
  /** Claims the next attempt: `mine` for one of many callers. Before `retryAt`, nobody may try. */
  begin(tokens: Tokens, lifeMs: number): Promise<Begun>
  /** What is known about the last attempt; `undefined` if there is none. */
  last(tokens: Tokens): Promise<Attempt | undefined>
}

export type Begun =
  | { readonly retryAt: number }
  | { readonly mine: OwnAttempt }
  | { readonly others: OthersAttempt }

export type OwnAttempt = {
  /** Stores the outcome. */
  end(outcome: Exclude<Attempt["state"], "sent">): Promise<void>
  /** Permits another attempt, after a delay that grows with the number of failures. */
  permitNext(atLeastMs: number): Promise<void>
}

export type OthersAttempt = {
  read(): Promise<Attempt | undefined>
  /** True for the first caller, in any process. */
  isFirstToReport(): Promise<boolean>
}

const HOUR = 3600 * 1000
const YEAR = 365 * 24 * HOUR
const longestDelay = 5 * 60 * 1000

export function createAttempts(slots: Slots, now: () => number): Attempts {
  const read = async (key: string) => (await slots.read(key))?.value as Attempt | undefined

  const place = async ({ provider, providerAccountId, refresh_token, access_token }: Tokens) => {
    const pair = [provider, providerAccountId, refresh_token ?? null, access_token ?? null]
    const key = `tokens/${await sha256(JSON.stringify(pair))}`
    const permit = (await slots.read(key))?.value as { nth: number; retryAt: number } | undefined
    const { nth, retryAt } = permit ?? { nth: 0, retryAt: 0 }
    return { key, nth, retryAt, attempt: `${key}/${nth}` }
  }

  return {
    async begin(tokens, lifeMs) {
      const { key, nth, retryAt, attempt } = await place(tokens)
      if (now() < retryAt) return { retryAt }
      const sent: Attempt = { state: "sent", at: now() }
      const claimed = await slots.claim({ key: attempt, value: sent, expires: new Date(now() + lifeMs) })
      if (!claimed)
        return {
          others: {
            read: () => read(attempt),
            isFirstToReport: async () =>
              (await slots.increment(`${attempt}/reports`, new Date(now() + YEAR))) === 1,
          },
        }
      return {
        mine: {
          async end(state) {
            const expires = new Date(now() + (state === "done" ? HOUR : YEAR))
            await slots.write({ key: attempt, value: { state }, expires })
          },
          async permitNext(atLeastMs) {
            const delay = Math.max(atLeastMs, Math.min(1000 * 2 ** nth, longestDelay))
            const value = { nth: nth + 1, retryAt: now() + delay }
            await slots.set({ key, value, expires: new Date(now() + YEAR) })
          },
        },
      }
    },

    last: async (tokens) => read((await place(tokens)).attempt),
  }
}

/** How long an attempt of another process is waited for before its answer counts as lost. */
export const leaseMs = (timeoutMs: number): number => timeoutMs + 20_000

/** An attempt that may not be made again lasts for a year; one that may, until its lease ends. */
export const lifeMs = (rotates: boolean, timeoutMs: number): number => (rotates ? YEAR : leaseMs(timeoutMs))
