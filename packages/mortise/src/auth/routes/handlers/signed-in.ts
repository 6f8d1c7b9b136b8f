import type { Refused } from "../../core/results.ts"
import type { SetCookies } from "../../http/cookies.ts"
import type { RefusalReason } from "../refusals.ts"
import { publicUser, type RouteAnswer, type RouteRefusal, type RouteUser } from "../route-call.ts"

type SignedInResult = {
  readonly ok: true
  readonly user: RouteUser
  readonly isNewUser?: boolean
  readonly returnTo?: string
  readonly cookies: SetCookies
}

/** The answer to a sign-in, or to a sign-in method that was added. */
export function signedIn(
  result: SignedInResult | Refused<RefusalReason>,
  returnTo?: string,
): RouteAnswer | RouteRefusal {
  if (!result.ok) return result
  const { user, isNewUser = false, cookies } = result
  const redirect = returnTo ?? result.returnTo ?? "/"
  return { ok: true, json: { user: publicUser(user), isNewUser, returnTo: redirect }, redirect, cookies }
}
