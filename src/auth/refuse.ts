import type { Core } from "./core.ts"
import type { Refused, SetCookies } from "./results.ts"

/** Refuses, and says so to the listener. */
export const createRefuse =
  ({ emit }: Core) =>
  <R extends string>(reason: R, cookies: SetCookies = []): Refused<R> => {
    emit({ type: "refused", flow: "passkey", reason })
    return { ok: false, reason, cookies }
  }
