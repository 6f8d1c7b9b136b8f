import type { Settings } from "../config/settings.ts"

/** When sessions expire and when they are extended, by one clock. Times are in milliseconds. */
export type Lifetime = {
  /** The expiry of a session that is used now: never later than the absolute end. */
  nextExpiry(issuedAt: number): number
  /** True from the exact moment of the expiry or of the absolute end. */
  isExpired(issuedAt: number, expires: number): boolean
  /** Whether the absolute end has passed, which no extension can move. */
  isPastAbsoluteEnd(issuedAt: number): boolean
  /** Whether an extension is due: once per `updateAgeSeconds`, and only to a later expiry. */
  isExtensionDue(issuedAt: number, expires: number): boolean
  isFresh(issuedAt: number): boolean
}

export function createLifetime(
  { maxAgeMs, updateAgeMs, absoluteMaxAgeMs, freshAgeMs }: Settings["session"],
  now: () => number,
): Lifetime {
  const nextExpiry = (issuedAt: number) => Math.min(now() + maxAgeMs, issuedAt + absoluteMaxAgeMs)
  const isPastAbsoluteEnd = (issuedAt: number) => now() >= issuedAt + absoluteMaxAgeMs
  return {
    nextExpiry,
    isPastAbsoluteEnd,
    isExpired: (issuedAt, expires) => now() >= expires || isPastAbsoluteEnd(issuedAt),
    isExtensionDue: (issuedAt, expires) =>
      now() >= expires - maxAgeMs + updateAgeMs && nextExpiry(issuedAt) > expires,
    isFresh: (issuedAt) => now() < issuedAt + freshAgeMs,
  }
}
