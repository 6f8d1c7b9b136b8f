/** About how many entries of a user a new row of it checks: see `~o` in atomic/prelude.ts. */
export const prunedAtOnce = 32

/** Where a scan of them starts: anywhere, so that all get their turn. */
export const randomCursor = (): string => String(Math.floor(Math.random() * 2 ** 31))
