import type { RouteOptions } from "../routes/auth-routes.ts"
import type { CurrentSession } from "../routes/read-session.ts"
import type { RoutableAuth, RouteUser } from "../routes/route-call.ts"
import { type CookieResponse, createNodeRoutes } from "./node-routes.ts"
import type { NodeResponse } from "./send-response.ts"
import type { NodeRequest } from "./to-request.ts"

export type { CurrentSession } from "../routes/read-session.ts"
export type { CookieResponse } from "./node-routes.ts"
export { RequestError } from "./request-error.ts"
export { type NodeResponse, sendResponse } from "./send-response.ts"
export { type NodeRequest, type ToRequestOptions, toRequest } from "./to-request.ts"

/** A request of `node:http` or `node:http2` with its connection. */
export type ConnectedRequest = NodeRequest & {
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** What `authForNode` returns. */
export type NodeBinding<U> = {
  /** Responds to a request below `paths.base`, and returns false for any other. */
  routes(message: ConnectedRequest, outgoing: NodeResponse): Promise<boolean>
  /** Who is signed in. The response to a GET renews the cookie when that is due. Throws if the store fails. */
  session(message: NodeRequest, outgoing: CookieResponse): Promise<CurrentSession<U>>
}

/**
 * Connects `createAuth` to `node:http`.
 *
 * @example
 * ```ts
 * import { createServer } from "node:http"
 * import { createAuth } from "mortise/auth"
 * import { authForNode } from "mortise/auth/node"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const auth = createAuth({
 *   adapter: memoryAdapter(),
 *   secret: crypto.randomUUID() + crypto.randomUUID(),
 *   origin: "http://localhost:3000",
 *   email: { sendLink: ({ to, link }) => console.log(`to ${to}: ${link}`) },
 * })
 * const { routes, session } = authForNode(auth)
 *
 * export const server = createServer(async (request, response) => {
 *   try {
 *     if (await routes(request, response)) return
 *     const { user } = await session(request, response)
 *     response.end(user ? `Hello ${user.email}` : "Please sign in")
 *   } catch {
 *     // An error that nothing catches here would end the process.
 *     response.writeHead(503).end()
 *   }
 * })
 * ```
 */
export function authForNode<U extends RouteUser>(
  auth: RoutableAuth<U>,
  options?: RouteOptions,
): NodeBinding<U> {
  const { serve, session } = createNodeRoutes(auth, options)
  return {
    routes: (message, outgoing) => serve(message, outgoing, message.socket.remoteAddress),
    session,
  }
}
