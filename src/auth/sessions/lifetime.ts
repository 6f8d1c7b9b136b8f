import type { Settings } from "../settings.ts"

/** When sessions end and when they are extended: all the arithmetic of ages, by one clock. */
export type Lifetime = {
  /** The end of a session that is used now: never beyond the absolute end. */
  nextExpiry(issuedAt: number): number
  /** Equal times count as the end. */
  isExpired(issuedAt: number, expires: number): boolean
  /** Whether the absolute end has come, which no extension can move. */
  isPastAbsoluteEnd(issuedAt: number): boolean
  /** Whether an extension is due: once in each `updateAge`, and only to a later end. */
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
