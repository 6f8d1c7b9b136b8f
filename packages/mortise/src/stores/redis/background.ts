/** Lets a clean-up run without waiting for it. If it fails, what it leaves is invisible, and a later call removes it. */
export function inBackground(work: Promise<unknown>): void {
  work.catch(() => {})
}

/** How many entries of a user a new session checks, of which Redis may have dropped the rows. */
export const prunedAtOnce = 32

/**
 * Where a scan of them starts: anywhere, so that all get their turn. Redis returns a small hash as a whole, and then the
 * cursor tells which part of it to check.
 */
export const randomCursor = (): string => String(Math.floor(Math.random() * 2 ** 31))
