/** Lets a clean-up run that no caller waits for. If it fails, what it leaves is invisible, and a later call removes it. */
export function inBackground(work: Promise<unknown>): void {
  work.catch(() => {})
}

/** How many of its user's entries a new session checks. Redis may have dropped their rows. */
export const prunedAtOnce = 32

/**
 * Where a scan of the entries starts: anywhere, so that all get their turn. Redis returns a small hash as a whole, and
 * then the cursor says which part of it to check.
 */
export const randomCursor = (): string => String(Math.floor(Math.random() * 2 ** 31))
