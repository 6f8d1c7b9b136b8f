import type { Core } from "../core/core.ts"
import { type Refused, refusal } from "../core/results.ts"
import type { SetCookies } from "../http/cookies.ts"
import type { Sessions } from "../sessions/sessions.ts"

/** Emits the event of a refused email sign-in, with a hash of the address if one is known, and returns the refusal. */
export type ReportRefusal = <R extends string>(
  request: Request,
  reason: R,
  about?: { readonly cookies?: SetCookies; readonly email?: string | undefined },
) => Promise<Refused<R>>

export const createReportRefusal =
  ({ emit, keys }: Core, { identify }: Sessions): ReportRefusal =>
  async (request, reason, { cookies = [], email } = {}) => {
    const addressHash = email === undefined ? undefined : await keys.mac("address hash", email)
    emit({ type: "refused", flow: "email", reason, addressHash, ...(await identify(request)) }, request)
    return refusal(reason, cookies)
  }
