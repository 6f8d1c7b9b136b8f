import type { Core } from "../core/core.ts"
import { createUnsupportedError } from "../core/errors.ts"
import { type Refused, refusal } from "../core/results.ts"
import type { SetCookies } from "../http/cookies.ts"
import { type CrossSiteRefusal, checkCrossSite } from "../http/cross-site-check.ts"
import type { Sessions } from "../sessions/sessions.ts"
import { authenticatedAt } from "../sessions/step-up.ts"
import { recordConfirmation } from "./confirmations.ts"
import type { MethodKey } from "./method-key.ts"

/** Why a sign-in method was not confirmed. `sign_in_again`: the sign-in is not recent, or is older than the proof. */
export type ConfirmRefusal = CrossSiteRefusal | "signed_out" | "sign_in_again"

/** Confirms the method that `find` returns for the signed-in user; refuses as `missing` if it returns none. */
export type ConfirmSignInMethod = <R extends string>(
  request: Request,
  missing: R,
  find: (userId: string) => Promise<MethodKey | null>,
) => Promise<{ readonly ok: true; readonly cookies: SetCookies } | Refused<ConfirmRefusal | R>>

export function createConfirmSignInMethod(core: Core, sessions: Sessions): ConfirmSignInMethod {
  const { settings, adapter, capabilities, emit } = core
  return async (request, missing, find) => {
    if (!capabilities.confirmSignInMethods)
      throw createUnsupportedError("This adapter cannot store confirmations: use a Mortise adapter")
    const crossSite = checkCrossSite(request, settings.origin)
    if (crossSite) return refusal(crossSite)
    const session = await sessions.current(request)
    const user = session && (await adapter.getUser(session.user.id))
    if (!session || !user) return refusal("signed_out")
    const signedInAt = authenticatedAt(session)
    // A session from before the proof may belong to the person who created the user.
    if (!session.info.fresh || signedInAt < (user.emailVerified?.getTime() ?? 0))
      return refusal("sign_in_again")
    const method = await find(user.id)
    if (!method) return refusal(missing)
    await recordConfirmation(core, method, user, signedInAt)
    emit({ type: "sign_in_method_confirmed", userId: user.id, provider: method.provider })
    return { ok: true, cookies: [] }
  }
}
