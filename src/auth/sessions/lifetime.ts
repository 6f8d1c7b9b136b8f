import type { Settings } from "../settings.ts"

/** When sessions end and when they are extended: all the arithmetic of ages, by one clock. */
export type Lifetime = {
  /** The end of a session that is used now: never beyond the absolute end. */
  next(issuedAt: number): number
  /** Equal times count as the end. */
  isOver(issuedAt: number, expires: number): boolean
  /** Whether the absolute end has come, which no extension can move. */
  isSpent(issuedAt: number): boolean
  /** Whether an extension is due: once in each `updateAge`, and only to a later end. */
  isDue(issuedAt: number, expires: number): boolean
  isFresh(issuedAt: number): boolean
}

export function createLifetime(
  { maxAge, updateAge, absoluteMaxAge, freshAge }: Settings["session"],
  now: () => number,
): Lifetime {
  const next = (issuedAt: number) => Math.min(now() + maxAge, issuedAt + absoluteMaxAge)
  const isSpent = (issuedAt: number) => now() >= issuedAt + absoluteMaxAge
  return {
    next,
    isSpent,
    isOver: (issuedAt, expires) => now() >= expires || isSpent(issuedAt),
    isDue: (issuedAt, expires) => now() >= expires - maxAge + updateAge && next(issuedAt) > expires,
    isFresh: (issuedAt) => now() < issuedAt + freshAge,
  }
}
