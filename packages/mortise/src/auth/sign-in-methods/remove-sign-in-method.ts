import type { Core } from "../core/core.ts"
import { createUnsupportedError } from "../core/errors.ts"
import { type Refused, refusal } from "../core/results.ts"
import { withLock } from "../core/with-lock.ts"
import type { SetCookies } from "../http/cookies.ts"
import { type CrossSiteRefusal, checkCrossSite } from "../http/cross-site-check.ts"
import type { Sessions } from "../sessions/sessions.ts"
import { readSignInMethods, type SignInMethods } from "./sign-in-methods.ts"

/** Why a sign-in method was not removed. */
export type RemovalRefusal =
  | CrossSiteRefusal
  | "signed_out"
  | "sign_in_again"
  /** Without it, the user could not sign in any more. */
  | "last_sign_in_method"
  /** Another request is removing a sign-in method of this user. */
  | "busy"

/** What to remove, and how many sign-in methods the user has left afterwards. */
type Removal = { readonly remaining: number; remove(): Promise<unknown> }

/**
 * Removes the sign-in method that `find` returns, unless it is the last one, and revokes the user's other sessions. If
 * `find` returns none, the request is refused as `missing`, and the other sessions are still revoked: an earlier
 * attempt may have failed before it revoked them.
 */
export type RemoveSignInMethod = <R extends string>(
  request: Request,
  missing: R,
  find: (methods: SignInMethods) => Removal | undefined,
) => Promise<{ readonly ok: true; readonly cookies: SetCookies } | Refused<RemovalRefusal | R>>

export function createRemoveSignInMethod(core: Core, sessions: Sessions): RemoveSignInMethod {
  const { settings, capabilities, slots, now } = core

  return async (request, missing, find) => {
    const crossSite = checkCrossSite(request, settings.origin)
    if (crossSite) return refusal(crossSite)
    const session = await sessions.current(request)
    if (!session) return refusal("signed_out")
    if (!session.info.fresh) return refusal("sign_in_again")
    const { id: userId } = session.user
    const revokesFirst = settings.session.strategy === "database" && capabilities.revokeSessions
    const revokeOthers = async () =>
      capabilities.revokeSessions ? sessions.revokeAllOthers(request, session) : []
    if (!slots) throw createUnsupportedError("This adapter cannot lock a user: use a Mortise adapter")
    // Two concurrent removals could each remove the method that the other relies on.
    const key = `auth/remove-sign-in-method/${userId}`
    const outcome = await withLock(slots, now, key, async (isHeld) => {
      const removal = find(await readSignInMethods(core, userId))
      if (!removal) return refusal(missing, await revokeOthers())
      if (removal.remaining === 0) return refusal("last_sign_in_method")
      // Stored sessions are revoked before the removal: if the removal then fails, the user sees that and retries. In
      // the reverse order, a failure would leave other sessions active unnoticed. Tokens are revoked afterwards only:
      // revoking replaces the current token, and a failed removal would lose the replacement.
      if (revokesFirst && !(await sessions.functions.revokeOthers(request)).ok) return refusal("signed_out")
      if (!isHeld()) return refusal("busy")
      await removal.remove()
      // Another browser may have signed in with the method just before it was removed.
      return { ok: true, cookies: await revokeOthers() } as const
    })
    return outcome === "busy" ? refusal(outcome) : outcome
  }
}
