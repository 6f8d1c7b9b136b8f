import type { Core } from "../core.ts"
import type { Refused, SetCookies } from "../results.ts"
import type { Sessions } from "../sessions/sessions.ts"

/** Refuses a request of sign-in by email, and emits the event with a hash of the address, if one is known. */
export type RefuseEmail = <R extends string>(
  request: Request,
  reason: R,
  about?: { readonly cookies?: SetCookies; readonly email?: string | undefined },
) => Promise<Refused<R>>

export const createRefuseEmail =
  ({ emit, keys }: Core, { identify }: Sessions): RefuseEmail =>
  async (request, reason, { cookies = [], email } = {}) => {
    const addressHash = email === undefined ? undefined : await keys.mac("address hash", email)
    emit({ type: "refused", flow: "email", reason, addressHash, ...(await identify(request)) }, request)
    return { ok: false, reason, cookies }
  }
