import type { Refused, SetCookies } from "./results.ts"

/** Makes the function that refuses a request of this flow. The event is emitted by report-refusals.ts. */
export const createRefuse =
  (_core: unknown, _flow: "oauth" | "passkey") =>
  <R extends string>(reason: R, cookies: SetCookies = []): Refused<R> => ({ ok: false, reason, cookies })
