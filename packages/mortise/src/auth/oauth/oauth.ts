import { isSuspended } from "../../contract/is-suspended.ts"
import type { User } from "../../contract/types.ts"
import { randomToken } from "../../shared/bytes.ts"
import type { Core } from "../core/core.ts"
import { refusal } from "../core/results.ts"
import { createOwnerSignedIn } from "../email/owner-signed-in.ts"
import { checkCrossSite } from "../http/cross-site-check.ts"
import { createFlowCookies } from "../http/flow-cookies.ts"
import { safePath } from "../http/safe-path.ts"
import type { Sessions } from "../sessions/sessions.ts"
import type { LiveSession } from "../sessions/strategy.ts"
import { renewConfirmation } from "../sign-in-methods/confirmations.ts"
import { createCodeExchange } from "./code-exchange.ts"
import { toAccountKey } from "./link-account.ts"
import { createProviderLogout } from "./logout/provider-logout.ts"
import type { OAuthFunctions } from "./oauth-functions.ts"
import { createProviderConnections } from "./provider-connections.ts"
import { isStillOwner, linkToUser, resolveUser } from "./resolve-user.ts"

/** What the browser stores in a sealed cookie while the user is at the provider. */
type OAuthFlow = {
  readonly provider: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly returnTo: string
  /** The handle of the session to link to; `null` for a sign-in. */
  readonly link: string | null
}

type Parts = ReturnType<typeof createParts>

const flowMs = 600_000

export function createOAuth(core: Core, sessions: Sessions): OAuthFunctions<User> {
  const parts = createParts(core, sessions)
  return { start: createStart(parts), callback: createCallback(parts), ...parts.logout.functions }
}

function createParts(core: Core, sessions: Sessions) {
  const flows = createFlowCookies<OAuthFlow>(core, "oauth", flowMs)
  const connect = createProviderConnections(core)
  const logout = createProviderLogout(core, sessions, connect)
  return { core, sessions, flows, exchange: createCodeExchange(core, connect), logout }
}

/** Creates state, nonce and PKCE verifier for this provider, and seals them into a cookie of this browser. */
function createStart({ core, sessions, flows, exchange }: Parts): OAuthFunctions<User>["start"] {
  const { settings } = core
  return async (request, id, { returnTo, link = false } = {}) => {
    const provider = settings.providers.get(id)
    if (!provider) return refusal("unknown_provider")
    const crossSite = link ? checkCrossSite(request, settings.origin) : undefined
    if (crossSite) return refusal(crossSite)
    const session = link ? await sessions.current(request) : null
    if (link && !session) return refusal("signed_out")
    if (session && !session.info.fresh) return refusal("sign_in_again")

    const checks = { state: randomToken(), nonce: randomToken(), verifier: randomToken() }
    const flow = {
      ...checks,
      provider: id,
      returnTo: safePath(returnTo, settings.origin),
      link: session?.info.handle ?? null,
    }
    const url = await exchange.authorizationUrl(provider, checks)
    return { ok: true, url, cookies: await flows.begin(request, checks.state, flow) }
  }
}

/** The browser must be the one that began the flow, and the provider's response must be valid. */
function createCallback({
  core,
  sessions,
  flows,
  exchange,
  logout,
}: Parts): OAuthFunctions<User>["callback"] {
  const { settings } = core
  const ownerSignedIn = createOwnerSignedIn(core)

  return async (request) => {
    const { pathname, searchParams } = new URL(request.url, settings.origin)
    const finished = await flows.finish(request, searchParams.get("state") ?? "")
    if (!finished) return refusal("state")
    const { data: flow, cookies } = finished
    const provider = settings.providers.get(flow.provider)
    if (!provider || pathname !== `${settings.callbackPath}/${provider.id}`) return refusal("state", cookies)

    const identity = await exchange.redeem(provider, searchParams, flow)
    if (typeof identity === "string") return refusal(identity, cookies)
    if (flow.link === null) {
      const resolved = await resolveUser(core, identity)
      if (typeof resolved === "string") return refusal(resolved, cookies)
      const { user, isNewUser } = resolved
      if (isSuspended(user)) return refusal("suspended", cookies)
      const details = { method: "oauth", provider: provider.id, isNewUser, returnTo: flow.returnTo } as const
      let isLoggedOut = false
      const isStillValid = async (session: LiveSession) => {
        isLoggedOut = !(await logout.admit(identity, session))
        return !isLoggedOut && isStillOwner(core, identity, user)
      }
      const signedIn = await sessions.signInIf(request, user, details, isStillValid)
      if (!signedIn) return refusal(isLoggedOut ? "provider_refused" : "unlinked", cookies)
      await renewConfirmation(core, toAccountKey(identity), user)
      await ownerSignedIn(request, user, identity.profile.email)
      const remembered = await logout.remember(request, identity, signedIn)
      const all = [...signedIn.cookies, ...cookies, ...remembered]
      return { ...signedIn, action: "signed_in", cookies: all }
    }
    const session = await sessions.current(request)
    if (session?.info.handle !== flow.link) return refusal("signed_out", cookies)
    const resolved = await linkToUser(core, identity, session)
    if (typeof resolved === "string") return refusal(resolved, cookies)
    const { user } = resolved
    return { ok: true, action: "linked", provider: provider.id, user, returnTo: flow.returnTo, cookies }
  }
}
