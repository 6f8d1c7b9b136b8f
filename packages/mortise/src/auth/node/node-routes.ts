import { authRoutes, type RouteContext, type RouteOptions } from "../routes/auth-routes.ts"
import { type CurrentSession, readSession } from "../routes/read-session.ts"
import { requireRouteAccess } from "../routes/route-access.ts"
import type { RoutableAuth, RouteUser } from "../routes/route-call.ts"
import { isBelow, mayRenew } from "../routes/route-paths.ts"
import { type CachedResponse, keepResponsePrivate } from "./keep-response-private.ts"
import { RequestError } from "./request-error.ts"
import { type NodeResponse, sendResponse } from "./send-response.ts"
import { type NodeRequest, toHeaderEntries, toRequest } from "./to-request.ts"

/** What the bindings of `node:http` and Express have in common. */
export type NodeRoutes<U> = {
  /** Responds to a request below the base path, and returns false for any other. */
  serve(message: NodeRequest, outgoing: NodeResponse, clientAddress: string | undefined): Promise<boolean>
  session(message: NodeRequest, outgoing: CookieResponse): Promise<CurrentSession<U>>
}

/** The part of a Node response that setting a cookie needs. */
export type CookieResponse = CachedResponse & { appendHeader(name: string, value: string): unknown }

export function createNodeRoutes<U extends RouteUser>(
  auth: RoutableAuth<U>,
  options?: RouteOptions,
): NodeRoutes<U> {
  const { origin, basePath } = requireRouteAccess(auth).settings
  const routes = authRoutes(auth, options)
  return {
    async serve(message, outgoing, clientAddress) {
      const { originalUrl, url = "/" } = message
      if (!isBelow(originalUrl ?? url, basePath)) return false
      const { request, ...context } = await read(message, origin)
      await sendResponse(await routes(request, { ...context, clientAddress }), outgoing)
      return true
    },
    session(message, outgoing) {
      const { method, headers, url = "/", originalUrl = url } = message
      const isRenewed = mayRenew(method, originalUrl, basePath)
      return readSession(auth, { headers: new Headers(toHeaderEntries(headers)) }, (cookie) => {
        if (!isRenewed || areHeadersSent(outgoing)) return
        keepResponsePrivate(outgoing)
        outgoing.appendHeader("set-cookie", cookie)
      })
    },
  }
}

/** Whether a cookie comes too late, as in a page that is sent while it is made. A later response renews it. */
const areHeadersSent = (outgoing: object): boolean =>
  (outgoing as { readonly headersSent?: boolean }).headersSent === true

type Read = Pick<RouteContext, "refused"> & { readonly request: Request }

/** The request, or one without a body and the reason why it cannot be read. */
async function read(message: NodeRequest, origin: string): Promise<Read> {
  try {
    return { request: await toRequest(message, { origin }) }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const { url = "/", originalUrl = url, headers } = message
    // The method may be the reason: the Fetch API has no TRACE.
    const request = new Request(new URL(originalUrl, origin), {
      method: "POST",
      headers: toHeaderEntries(headers),
    })
    return { request, refused: error.status === 413 ? "too_large" : "malformed" }
  }
}
