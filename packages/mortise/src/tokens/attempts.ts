import type { Slots } from "../contract/slots.ts"
import type { Account } from "../contract/types.ts"
import { sha256 } from "../shared/bytes.ts"
import type { TokenSettings } from "./token-options.ts"

// A refresh token that may be used only once must be sent only once, whatever happens to the process that sends it. So
// each attempt is a slot that one caller can claim, and that is never given back: not after a crash, and not after a
// delay. Its key depends on the refresh token, and on nothing that a sign-in without a new one changes. If the token is
// certainly not used up, the caller of an attempt permits the next one. No one else does, except a sign-in that
// returns the same token again.

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
  /** Claims the next attempt: `mine` for one of many callers. */
  begin(tokens: Tokens): Promise<Begun>
  /** Whether the refresh token was sent, or is about to be. */
  isUsed(tokens: Tokens): Promise<boolean>
  /** Permits another attempt for a token that a sign-in has returned again, unless one is running. */
  renew(tokens: Tokens): Promise<void>
}

export type Begun =
  /** After a failure, no caller may try yet. */
  | "too soon"
  /** New tokens with the same refresh token are being stored. */
  | "storing"
  | { readonly mine: OwnAttempt }
  | { readonly others: OthersAttempt }

export type OwnAttempt = {
  /** Stores the outcome. */
  end(outcome: Exclude<Attempt["state"], "sent">): Promise<void>
  /** Permits another attempt after a failure, after a delay that grows with the number of failures. */
  permitAfterFailure(atLeastMs: number): Promise<void>
  /** Permits another attempt, as soon as new tokens are stored: the refresh token is still valid. */
  permitNext(): Promise<void>
}

export type OthersAttempt = {
  read(): Promise<Attempt | undefined>
  /** True for the first caller, in any process. */
  isFirstToReport(): Promise<boolean>
}

/** The value of a slot: stored ones have these names. */
type Permit = { readonly nth: number; readonly failures: number; readonly retryAt: number }

const HOUR = 3600 * 1000
const YEAR = 365 * 24 * HOUR
const longestDelay = 5 * 60 * 1000
const storingMs = 2000

type Options = Pick<TokenSettings, "now" | "timeoutMs"> & {
  readonly slots: Slots
  /** Whether the refresh tokens of a provider work only once. */
  readonly rotates: (provider: string) => boolean
}

export function createAttempts({ slots, now, timeoutMs, rotates }: Options): Attempts {
  const read = async (key: string) => (await slots.read(key))?.value as Attempt | undefined

  /** An attempt that may not be made again lasts for a year; one that may, until its lease ends. */
  const lifeMs = (provider: string) => (rotates(provider) ? YEAR : leaseMs(timeoutMs))

  const place = async ({ provider, providerAccountId, refresh_token, access_token }: Tokens) => {
    const account = [provider, providerAccountId, refresh_token ?? null]
    // Where a token may be sent again, the tokens of each sign-in begin with a new attempt.
    const parts = rotates(provider) ? account : [...account, access_token ?? null]
    const key = `tokens/${await sha256(JSON.stringify(parts))}`
    const permit = (await slots.read(key))?.value as Permit | undefined
    const { nth: attemptNumber, failures, retryAt } = permit ?? { nth: 0, failures: 0, retryAt: 0 }
    const permitNext = (failuresNow: number, delay: number) =>
      slots.set({
        key,
        value: { nth: attemptNumber + 1, failures: failuresNow, retryAt: now() + delay },
        expires: new Date(now() + delay + lifeMs(provider)),
      })
    return { failures, retryAt, attempt: `${key}/${attemptNumber}`, permitNext }
  }

  return {
    async begin(tokens) {
      const { failures, retryAt, attempt, permitNext } = await place(tokens)
      if (now() < retryAt) return failures > 0 ? "too soon" : "storing"
      const sent: Attempt = { state: "sent", at: now() }
      const expires = new Date(now() + lifeMs(tokens.provider))
      if (!(await slots.claim({ key: attempt, value: sent, expires })).ok)
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
            const lasts = state === "done" ? HOUR : YEAR
            await slots.replace({ key: attempt, value: { state }, expires: new Date(now() + lasts) })
          },
          permitAfterFailure: (atLeastMs) =>
            permitNext(failures + 1, Math.max(atLeastMs, Math.min(1000 * 2 ** failures, longestDelay))),
          permitNext: () => permitNext(0, storingMs),
        },
      }
    },

    isUsed: async (tokens) => (await read((await place(tokens)).attempt)) !== undefined,

    async renew(tokens) {
      const { attempt, permitNext } = await place(tokens)
      const last = await read(attempt)
      if (last && !isRunning(last, now(), timeoutMs)) await permitNext(0, 0)
    },
  }
}

/** Whether the answer to an attempt may still come. */
export const isRunning = (attempt: Attempt, now: number, timeoutMs: number): boolean =>
  attempt.state === "sent" && now < attempt.at + leaseMs(timeoutMs)

/** How long an attempt of another process is waited for before its answer counts as lost. */
const leaseMs = (timeoutMs: number): number => timeoutMs + 20_000
