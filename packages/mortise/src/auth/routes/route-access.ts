import { throwInvalid } from "../../contract/throw-invalid.ts"
import type { Settings } from "../config/settings.ts"
import type { Emit } from "../core/emit.ts"
import type { HasHeaders } from "../http/cookies.ts"
import type { SessionIdentity } from "../sessions/strategy.ts"
import type { RoutableAuth } from "./route-call.ts"

/** What the routes need besides the public functions. */
export type RouteAccess = {
  readonly settings: Settings
  readonly emit: Emit
  identify(request: HasHeaders): Promise<SessionIdentity | null>
  /** With tenants: the functions of the request's tenant; null for a request without one. */
  findAuth?(request: HasHeaders): Promise<RoutableAuth | null>
}

/** An own, enumerable property of what `createAuth` returns, so that it survives `{ ...auth }`. */
export const routeAccess: unique symbol = Symbol.for("mortise.routes") as never

export function requireRouteAccess(auth: object): RouteAccess {
  const access = (auth as { [routeAccess]?: RouteAccess })[routeAccess]
  if (access) return access
  throwInvalid("The routes need the object that createAuth returns: pass it unchanged.")
}
