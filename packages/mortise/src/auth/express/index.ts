import { type CookieResponse, createNodeRoutes } from "../node/node-routes.ts"
import type { NodeResponse } from "../node/send-response.ts"
import type { NodeRequest } from "../node/to-request.ts"
import type { RouteOptions } from "../routes/auth-routes.ts"
import type { CurrentSession } from "../routes/read-session.ts"
import type { RoutableAuth, RouteUser } from "../routes/route-call.ts"

export type { CurrentSession }

/** The part of an Express request that is used. `ip` depends on the setting `trust proxy`. */
export type ExpressRequest = NodeRequest & { readonly ip?: string | undefined }

/** What `authForExpress` returns. */
export type ExpressBinding<U> = {
  /** A middleware that responds to the requests below `paths.base`. */
  routes(request: ExpressRequest, response: NodeResponse, next: (error?: unknown) => void): Promise<void>
  /** Who is signed in. The response to a GET renews the cookie when that is due. Throws if the store fails. */
  session(request: NodeRequest, response: CookieResponse): Promise<CurrentSession<U>>
}

/**
 * Connects `createAuth` to Express 5.
 *
 * @example
 * ```ts
 * import express from "express"
 * import { createAuth } from "mortise/auth"
 * import { authForExpress } from "mortise/auth/express"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const auth = createAuth({
 *   adapter: memoryAdapter(),
 *   secret: process.env["AUTH_SECRET"] ?? "",
 *   origin: "http://localhost:3000",
 *   email: { sendLink: ({ to, link }) => console.log(`to ${to}: ${link}`) },
 * })
 * const { routes, session } = authForExpress(auth)
 *
 * const app = express()
 * app.use(routes)
 * app.get("/", async (request, response) => {
 *   const { user } = await session(request, response)
 *   response.send(user ? `Hello ${user.email}` : "Please sign in")
 * })
 * ```
 */
export function authForExpress<U extends RouteUser>(
  auth: RoutableAuth<U>,
  options?: RouteOptions,
): ExpressBinding<U> {
  const { serve, session } = createNodeRoutes(auth, options)
  return {
    async routes(request, response, next) {
      if (!(await serve(request, response, request.ip))) next()
    },
    session,
  }
}
