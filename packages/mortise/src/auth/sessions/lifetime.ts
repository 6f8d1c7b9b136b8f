import type { Settings } from "../config/settings.ts"

/** When sessions expire and when they are extended, by one clock. Times are in milliseconds. */
export type Lifetime = Readonly<ReturnType<typeof createLifetime>>

export function createLifetime(
  { maxAgeMs, updateAgeMs, absoluteMaxAgeMs, freshAgeMs }: Settings["session"],
  now: () => number,
) {
  /** The expiry of a session that is used now: never later than the absolute end. */
  const nextExpiry = (issuedAt: number) => Math.min(now() + maxAgeMs, issuedAt + absoluteMaxAgeMs)
  /** Whether the absolute end has passed, which no extension can move. */
  const isPastAbsoluteEnd = (issuedAt: number) => now() >= issuedAt + absoluteMaxAgeMs
  return {
    nextExpiry,
    isPastAbsoluteEnd,
    /** True from the exact moment of the expiry or of the absolute end. */
    isExpired: (issuedAt: number, expires: number) => now() >= expires || isPastAbsoluteEnd(issuedAt),
    /** Whether an extension is due: once per `updateAgeSeconds`, and only to a later expiry. */
    isExtensionDue: (issuedAt: number, expires: number) =>
      now() >= expires - maxAgeMs + updateAgeMs && nextExpiry(issuedAt) > expires,
    isFresh: (issuedAt: number) => now() < issuedAt + freshAgeMs,
  }
}
