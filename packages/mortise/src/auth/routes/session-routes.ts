import { safePath } from "../http/safe-path.ts"
import { publicUser, type Route } from "./route-call.ts"

/** `GET session`: who is signed in. */
export const showSession: Route = async ({ auth, request }) => {
  const { user, session, cookies } = await auth.sessions.read(request)
  const json = user
    ? { user: publicUser(user), expires: session.expires, fresh: session.fresh }
    : { user: null, expires: null, fresh: false }
  return { ok: true, json, cookies }
}

/** `POST sign-out`. If the store is unavailable, this browser is signed out, and the next request ends the session. */
export const signOut: Route = async ({ auth, settings, request, fields }) => {
  const result = await auth.sessions.signOut(request)
  const { cookies } = result
  if (!result.ok && result.reason !== "pending") return result
  const redirect = safePath(fields["returnTo"], settings.origin)
  return { ok: true, json: { everywhere: result.ok && result.everywhere }, redirect, cookies }
}
