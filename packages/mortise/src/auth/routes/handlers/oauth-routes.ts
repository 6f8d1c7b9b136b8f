import type { Route, RouteCall } from "../route-call.ts"
import { signedIn } from "./signed-in.ts"

async function start({ auth, request, fields, provider }: RouteCall, link: boolean): ReturnType<Route> {
  const started = await auth.oauth.start(request, provider, { returnTo: fields["returnTo"], link })
  if (!started.ok) return started
  const { url, cookies } = started
  return { ok: true, json: { url }, redirect: url, cookies }
}

/** `GET oauth/*`: to the provider, to sign in. */
export const startOAuth: Route = (call) => start(call, false)

/** `POST oauth/*`: to the provider, to sign in, or with the field `link` to link the account to the signed-in user. */
export const startOAuthOrLink: Route = (call) => start(call, Boolean(call.fields["link"]))

/** `GET callback/*`: back from the provider. */
export const finishOAuth: Route = async ({ auth, request }) => signedIn(await auth.oauth.callback(request))
