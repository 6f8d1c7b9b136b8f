import type { SessionInfo } from "../core/results.ts"
import type { HasHeaders } from "../http/cookies.ts"
import type { RoutableAuth, RouteUser } from "./route-call.ts"

/** The user and session of a request; both are `null` when the request is not signed in. */
export type CurrentSession<U> =
  | { readonly user: U; readonly session: SessionInfo }
  | { readonly user: null; readonly session: null }

/** Reads the session of a request, and passes the cookies that renew or clear it to `setCookie`. */
export async function readSession<U extends RouteUser>(
  auth: RoutableAuth<U>,
  request: HasHeaders,
  setCookie: (cookie: string) => unknown,
): Promise<CurrentSession<U>> {
  const { cookies, ...current } = await auth.sessions.read(request)
  for (const cookie of cookies) setCookie(cookie)
  return current
}
