import type { Emit } from "./events.ts"
import type { Refused, SetCookies } from "./results.ts"

/** Makes the function that refuses a request of this flow and emits the event. */
export const createRefuse =
  ({ emit }: { readonly emit: Emit }, flow: "email" | "oauth" | "passkey") =>
  <R extends string>(reason: R, cookies: SetCookies = []): Refused<R> => {
    emit({ type: "refused", flow, reason })
    return { ok: false, reason, cookies }
  }
