import { backChannelResponse } from "../../oauth/logout/back-channel-response.ts"
import { refusals } from "../refusals.ts"
import type { Route } from "../route-call.ts"

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
