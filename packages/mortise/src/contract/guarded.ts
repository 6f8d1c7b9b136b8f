/**
 * The result of a guarded change: the changed row, or why nothing was changed. `absent`: there is no such row. `refused`:
 * the row is no longer as the guard demands, because another caller has changed it.
 */
export type Guarded<T> =
  | { readonly ok: true; readonly row: T }
  | { readonly ok: false; readonly reason: "absent" | "refused" }

type Miss = "absent" | "refused"

/** The result for what a verb answered. */
export const toGuarded = <T extends object>(answer: T | Miss): Guarded<T> =>
  typeof answer === "string" ? { ok: false, reason: answer } : { ok: true, row: answer }

/** What a verb would answer: the row, or the reason. */
export const toAnswer = <T>(result: Guarded<T>): T | Miss => (result.ok ? result.row : result.reason)
