import { checkOptionNames } from "../../contract/check-options.ts"
import { printFailure } from "../../shared/console.ts"
import { readBody } from "../../shared/read-body.ts"
import type { RefusedFlow } from "../config/events.ts"
import { readErrorCode } from "../core/errors.ts"
import { refusal } from "../core/results.ts"
import { noteClientAddress } from "../http/client-address.ts"
import { checkCrossSite } from "../http/cross-site-check.ts"
import { maxBodyBytes, postedFields } from "../http/read-fields.ts"
import type { RefusalReason, RouteReason } from "./refusals.ts"
import { createRespond, type Respond } from "./respond.ts"
import { requireRouteAccess } from "./route-access.ts"
import type { RoutableAuth } from "./route-call.ts"
import type { RoutePage } from "./route-page.ts"
import { isBelow } from "./route-paths.ts"
import { buildRoutes } from "./route-table.ts"

/** The options of `authRoutes` and of the bindings. */
export type RouteOptions = {
  /** Makes the HTML of a page, for your own design or language. If it throws, and by default: plain English pages. */
  readonly page?: (page: RoutePage) => string
  /** Called when the store, the mailer, a provider or `page` fails. Default: prints the error on the console. */
  readonly onError?: (error: unknown) => unknown
}

/** What a binding knows about a request besides the request itself. */
export type RouteContext = {
  /** The network address of the client, unless `createAuth` has its own `clientAddress`. A private one is not used. */
  readonly clientAddress?: string | undefined
  /** Why the binding could not read the request, which then has no body. */
  readonly refused?: "too_large" | "malformed"
}

/** Responds to a request below the base path. It never throws. */
export type AuthRoutes = (request: Request, context?: RouteContext) => Promise<Response>

/**
 * A handler for all sign-in routes below `paths.base`, for any server that has `Request` and `Response`. The framework
 * bindings, such as `mortise/auth/hono`, build on it.
 *
 * @example
 * ```ts
 * import { authRoutes, createAuth } from "mortise/auth"
 * import { memoryAdapter } from "mortise/memory"
 *
 * const auth = createAuth({
 *   adapter: memoryAdapter(),
 *   secret: crypto.randomUUID() + crypto.randomUUID(),
 *   origin: "https://app.example",
 *   session: { strategy: "database" },
 *   email: { sendLink: ({ to, link }) => console.log(`to ${to}: ${link}`) },
 * })
 * const routes = authRoutes(auth)
 *
 * const response = await routes(new Request("https://app.example/auth/session"))
 * console.log(await response.json()) // { ok: true, user: null, expires: null, fresh: false }
 * ```
 */
export function authRoutes(auth: RoutableAuth, options: RouteOptions = {}): AuthRoutes {
  checkOptionNames("authRoutes", options, ["page", "onError"])
  const { settings, emit, findAuth } = requireRouteAccess(auth)
  const { onError = printFailure } = options
  // A failure of the callback itself must not end the process.
  const reportError = (error: unknown) => void (async () => onError(error))().catch(printFailure)
  const respond = createRespond(settings, options.page, reportError)
  if (!findAuth) return createRoutes(auth, respond, reportError)

  const routesByAuth = new WeakMap<RoutableAuth, AuthRoutes>()
  return async (request, context) => {
    try {
      const tenantAuth = await findAuth(request)
      if (!tenantAuth) {
        emit({ type: "refused", flow: "route", reason: "unknown_tenant" }, request)
        return respond.refusal(request, refusal("unknown_tenant"))
      }
      const routes = routesByAuth.get(tenantAuth) ?? createRoutes(tenantAuth, respond, reportError)
      routesByAuth.set(tenantAuth, routes)
      return await routes(request, context)
    } catch (error) {
      emit({ type: "operation_failed", operation: "route", code: readErrorCode(error) }, request)
      reportError(error)
      return respond.failure(request)
    }
  }
}

/** The routes of an application without tenants, or of one tenant. */
function createRoutes(
  auth: RoutableAuth,
  respond: Respond,
  reportError: (error: unknown) => void,
): AuthRoutes {
  const { settings, emit, identify } = requireRouteAccess(auth)
  const routes = buildRoutes(settings)

  const reportRefusal = async (request: Request, flow: RefusedFlow, reason: RefusalReason) =>
    emit({ type: "refused", flow, reason, ...(await identify(request)) }, request)

  const refusalResponse = async (request: Request, reason: RouteReason, headers = {}): Promise<Response> => {
    await reportRefusal(request, "route", reason)
    return respond.refusal(request, refusal(reason), headers)
  }

  const reportFailure = (name: string, request: Request, error: unknown): void => {
    // An unknown path is the input of a client.
    const operation = routes.has(name) ? `route ${name}` : "route"
    emit({ type: "operation_failed", operation, code: readErrorCode(error) }, request)
    reportError(error)
  }

  const run = async ({ name, provider }: Target, request: Request, context: RouteContext) => {
    const methods = routes.get(name)
    if (!methods) return refusalResponse(request, "unknown_path")
    const method = request.method === "HEAD" ? "GET" : request.method
    const route = method === "GET" || method === "POST" ? methods[method] : undefined
    if (!route) return refusalResponse(request, "wrong_method", { allow: Object.keys(methods).join(", ") })
    if (method === "POST" && checkCrossSite(request, settings.origin))
      return refusalResponse(request, "cross_site")
    const whole = context.refused ?? (await withWholeBody(request))
    if (typeof whole === "string") return refusalResponse(request, whole)
    noteClientAddress(whole, context.clientAddress)
    const fields = method === "POST" ? await postedFields(whole) : readQuery(whole)
    const result = await route({ auth, settings, request: whole, fields, provider })
    if ("response" in result) {
      if (result.error !== undefined) reportFailure(name, request, result.error)
      return result.response
    }
    if (result.ok) return respond.success(request, result)
    if (result.isUnreported) await reportRefusal(request, "email", result.reason)
    return respond.refusal(request, result)
  }

  return async (request, context = {}) => {
    const target = parseTarget(request, settings.basePath)
    try {
      const response = await run(target, request, context)
      return request.method === "HEAD" ? new Response(null, response) : response
    } catch (error) {
      reportFailure(target.name, request, error)
      return respond.failure(request)
    }
  }
}

/** The path below the base path, with `*` for a provider's id. */
type Target = { readonly name: string; readonly provider: string }

function parseTarget({ url }: Request, basePath: string): Target {
  const { pathname } = new URL(url)
  const path = isBelow(pathname, basePath) ? pathname.slice(basePath.length + 1) : ""
  const [, kind, provider] = /^(oauth|callback|signed-out|backchannel-logout)\/([\w-]+)$/.exec(path) ?? []
  return kind && provider ? { name: `${kind}/*`, provider } : { name: path, provider: "" }
}

// As `toRequest` does.
const droppedBytes = 1024 * 1024

/** The request with a body that can be read several times, and is not too large. */
async function withWholeBody(request: Request): Promise<Request | "too_large" | "malformed"> {
  const { url, method, headers } = request
  if (method !== "POST") return request
  try {
    const body = await readBody(request, maxBodyBytes, droppedBytes)
    return body ? new Request(url, { method, headers, body }) : "too_large"
  } catch {
    // The client disconnected.
    return "malformed"
  }
}

const readQuery = ({ url }: Request): Record<string, string> => Object.fromEntries(new URL(url).searchParams)
