import { safePath } from "../../http/safe-path.ts"
import { backChannelResponse } from "../../oauth/logout/back-channel-response.ts"
import type { ProviderSignOutResult } from "../../oauth/oauth-functions.ts"
import { refusals } from "../refusals.ts"
import { publicUser, type Route } from "../route-call.ts"

/** `GET session`: who is signed in. */
export const showSession: Route = async ({ auth, request }) => {
  const { user, session, cookies } = await auth.sessions.read(request)
  const json = user
    ? { user: publicUser(user), expires: session.expires, fresh: session.fresh }
    : { user: null, expires: null, fresh: false }
  return { ok: true, json, cookies }
}

/**
 * `POST sign-out`, and to the provider if the session was started there. If the store is unavailable, this browser is
 * signed out, and the next request ends the session.
 */
export const signOut: Route = async ({ auth, settings, request, fields }) => {
  const returnTo = safePath(fields["returnTo"], settings.origin)
  const result: ProviderSignOutResult =
    settings.providers.size > 0
      ? await auth.oauth.signOut(request, { returnTo })
      : await auth.sessions.signOut(request)
  const { cookies, url } = result
  if (!result.ok && result.reason !== "pending") return result
  const json = { everywhere: result.ok && result.everywhere, ...(url && { url }) }
  return { ok: true, json, redirect: url ?? returnTo, cookies }
}

/** `GET signed-out/*`: back from the sign-out at the provider. */
export const finishSignOut: Route = async ({ auth, request }) => {
  const result = await auth.oauth.signedOut(request)
  if (!result.ok) return result
  const { returnTo, cookies } = result
  return { ok: true, json: { returnTo }, redirect: returnTo, cookies }
}

/** `POST backchannel-logout/*`: the provider reports a sign-out there. */
export const backChannelLogout: Route = async ({ auth, request, provider }) => {
  try {
    const result = await auth.oauth.backChannelLogout(request, provider)
    return { response: backChannelResponse(result.ok ? null : refusals[result.reason][1]) }
  } catch (error) {
    return { response: backChannelResponse("The logout failed. Please try again."), error }
  }
}
