import { MortiseError } from "../../contract/errors.ts"
import { internals } from "../../contract/internals.ts"
import { checkTenant, isTenantName } from "../../contract/tenants.ts"
import { throwInvalid } from "../../contract/throw-invalid.ts"
import { type OnWarning, warningsTo } from "../../shared/console.ts"
import type { AnyUser, AuthAdapter } from "../adapter/normalize-adapter.ts"
import type { AuthOptions } from "../config/auth-options.ts"
import type { TenantAuthOptions } from "../config/tenant-options.ts"
import type { HasHeaders } from "../http/cookies.ts"
import { type RouteAccess, requireRouteAccess, routeAccess } from "../routes/route-access.ts"
import type { RoutableAuth } from "../routes/route-call.ts"

type AnyOptions = AuthOptions<AnyUser>
type AnyTenantOptions = TenantAuthOptions<AnyUser>

// Names come from requests.
const mostTenants = 1000

// Some options are checked with an adapter and an origin, before there is a request.
const sampleTenant = "sample"
const sampleOrigin = "https://tenant.invalid"

/**
 * The functions of one `Auth` for each tenant. A call goes to the tenant of its request. `create` makes the `Auth` of a
 * tenant, and without a name one that has the options of all.
 */
export function createTenantAuth<A extends RoutableAuth>(
  options: AnyTenantOptions,
  create: (options: AnyOptions, tenant?: string) => A,
): A & { forTenant(tenant: string): A } {
  const { adapter, tenant: findTenant, origin, ...rest } = options
  if (typeof findTenant !== "function")
    throwInvalid("createAuth: `tenant` must be a function that returns the tenant of a request.")
  const settings = { ...rest, onWarning: warnOnce(rest.onWarning) }
  const hasOrigins = typeof origin === "function"
  const sampleSettings = { ...settings, origin: hasOrigins ? sampleOrigin : origin }
  const sample = create({ ...sampleSettings, adapter: openAdapter(adapter, sampleTenant) })
  const opened = new Map<string, A>()

  const forTenant = (tenant: string): A => {
    checkTenant(tenant)
    const existing = opened.get(tenant)
    if (existing) return existing
    const tenantSettings = { ...settings, origin: hasOrigins ? origin(tenant) : origin }
    const auth = create({ ...tenantSettings, adapter: openAdapter(adapter, tenant) }, tenant)
    const [oldest] = opened.keys()
    if (oldest !== undefined && opened.size >= mostTenants) opened.delete(oldest)
    opened.set(tenant, auth)
    return auth
  }

  const findAuth = async (request: HasHeaders): Promise<A | null> => {
    const tenant: unknown = await findTenant(request)
    return isTenantName(tenant) ? forTenant(tenant) : null
  }

  const access: RouteAccess = { ...requireRouteAccess(sample), findAuth }
  return { ...delegate(sample, findAuth), forTenant, [routeAccess]: access }
}

type Groups = Readonly<Record<string, Readonly<Record<string, unknown>>>>
type Run = (...args: unknown[]) => unknown

/** The same functions, each of which calls the one of the request's tenant. */
function delegate<A extends RoutableAuth>(
  sample: A,
  findAuth: (request: HasHeaders) => Promise<A | null>,
): A {
  const delegateCall =
    (group: string, name: string): Run =>
    async (...args) => {
      const [request] = args
      const call = `${group}.${name}`
      if (typeof Object(request).headers?.get !== "function")
        throwInvalid(`auth.${call} has no request, so it has no tenant: call auth.forTenant(name).${call}.`)
      const auth = await findAuth(request as HasHeaders)
      if (!auth) throw unknownTenant(call)
      const run = (auth as unknown as Groups)[group]?.[name] as Run
      return run(...args)
    }
  const groups = Object.entries(sample as unknown as Groups).map(([group, members]) => [
    group,
    Object.fromEntries(
      Object.entries(members).map(([name, member]) => [
        name,
        typeof member === "function" ? delegateCall(group, name) : member,
      ]),
    ),
  ])
  // `peek` only parses the URL.
  const { email, ...others } = Object.fromEntries(groups)
  return { ...others, email: { ...email, peek: sample.email.peek } }
}

const unknownTenant = (operation: string): MortiseError =>
  new MortiseError(
    "not_found",
    "The option `tenant` returned no valid name for this request, so the request was refused.",
    { operation },
  )

function openAdapter(
  adapter: (tenant: string) => AuthAdapter<AnyUser>,
  tenant: string,
): AuthAdapter<AnyUser> {
  const opened = typeof adapter === "function" ? adapter(tenant) : adapter
  if (internals(Object(opened))?.tenant === tenant) return opened
  throwInvalid(
    "createAuth: with `tenant`, the adapter must be a function of a tenant: create it with `tenants: true`, as in pgAdapter(pool, { tenants: true }).",
  )
}

/** Prints a warning once, and not once for each tenant. */
function warnOnce(onWarning: OnWarning | undefined): OnWarning {
  const warn = warningsTo(onWarning)
  const messages = new Set<string>()
  return (message) => {
    if (messages.has(message)) return
    messages.add(message)
    warn(message)
  }
}
