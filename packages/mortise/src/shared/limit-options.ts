/** A rate limit: at most `max` in `perSeconds`. */
export type LimitOptions = { readonly max: number; readonly perSeconds: number }
