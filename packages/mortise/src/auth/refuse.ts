import type { Refused, SetCookies } from "./results.ts"

/** The result of a refused request. `report-refusals.ts` emits the event. */
export const refuse = <R extends string>(reason: R, cookies: SetCookies = []): Refused<R> => ({
  ok: false,
  reason,
  cookies,
})
