import type { User } from "../../contract/types.ts"
import { randomToken } from "../../shared/bytes.ts"
import type { Core } from "../core.ts"
import { misdirected, safePath } from "../http/cross-site-check.ts"
import { createTransactions, type Transactions } from "../http/flow-cookies.ts"
import type { Refused, SetCookies } from "../results.ts"
import type { Sessions } from "../sessions/sessions.ts"
import { createExchange, type Exchange } from "./code-exchange.ts"
import type { CallbackReason, OAuthFunctions } from "./oauth-functions.ts"
import { isStillOwner, settle, settleLink } from "./resolve-user.ts"

/** What a browser keeps between leaving for the provider and coming back. */
type Journey = {
  readonly provider: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly returnTo: string
  /** The session to link to; `null` when signing in. */
  readonly link: string | null
}

type Parts = {
  readonly core: Core
  readonly sessions: Sessions
  readonly journeys: Transactions<Journey>
  readonly exchange: Exchange
}

const TEN_MINUTES = 600_000

export function createOAuth(core: Core, sessions: Sessions): OAuthFunctions<User> {
  const journeys = createTransactions<Journey>(core, "oauth", TEN_MINUTES)
  const parts = { core, sessions, journeys, exchange: createExchange(core) }
  return { start: starting(parts), callback: returning(parts) }
}

/** State, nonce and PKCE are made for this provider and this browser, which keeps them sealed. */
function starting({ core, sessions, journeys, exchange }: Parts): OAuthFunctions<User>["start"] {
  const { settings } = core
  return async (request, id, { returnTo, link = false } = {}) => {
    const refused = <R extends string>(reason: R): Refused<R> => ({ ok: false, reason, cookies: [] })
    const provider = settings.providers.get(id)
    if (!provider) return refused("unknown_provider")
    const wrong = link ? misdirected(request, settings.origin) : undefined
    if (wrong) return refused(wrong)
    const session = link ? await sessions.current(request) : null
    if (link && !session) return refused("signed_out")
    if (session && !session.info.fresh) return refused("sign_in_again")

    const checks = { state: randomToken(), nonce: randomToken(), verifier: randomToken() }
    const journey = {
      ...checks,
      provider: id,
      returnTo: safePath(returnTo, settings.origin),
      link: session?.info.handle ?? null,
    }
    const url = await exchange.authorizationUrl(provider, checks)
    return { ok: true, url, cookies: await journeys.begin(request, checks.state, journey) }
  }
}

/** Back from the provider: the browser must be the one that left for it, and the answer must hold. */
function returning({ core, sessions, journeys, exchange }: Parts): OAuthFunctions<User>["callback"] {
  const { settings, emit } = core
  const refused = (reason: CallbackReason, cookies: SetCookies = []): Refused<CallbackReason> => {
    emit({ type: "refused", flow: "oauth", reason })
    return { ok: false, reason, cookies }
  }

  return async (request) => {
    const { pathname, searchParams } = new URL(request.url, settings.origin)
    const finished = await journeys.finish(request, searchParams.get("state") ?? "")
    if (!finished) return refused("state")
    const { data: journey, cookies } = finished
    const provider = settings.providers.get(journey.provider)
    if (!provider || pathname !== `${settings.callbackPath}/${provider.id}`) return refused("state", cookies)

    const arrival = await exchange.redeem(provider, searchParams, journey)
    if (typeof arrival === "string") return refused(arrival, cookies)
    if (journey.link === null) {
      const settled = await settle(core, arrival)
      if (typeof settled === "string") return refused(settled, cookies)
      const { user, isNewUser } = settled
      const how = { method: "oauth", provider: provider.id, isNewUser, returnTo: journey.returnTo } as const
      const signedIn = await sessions.beginBy(request, user, how, () => isStillOwner(core, arrival, user))
      if (!signedIn) return refused("unlinked", cookies)
      return { ...signedIn, action: "signed_in", cookies: [...signedIn.cookies, ...cookies] }
    }
    const session = await sessions.current(request)
    if (session?.info.handle !== journey.link) return refused("signed_out", cookies)
    const settled = await settleLink(core, arrival, session.user)
    if (typeof settled === "string") return refused(settled, cookies)
    const { user } = settled
    return { ok: true, action: "linked", provider: provider.id, user, returnTo: journey.returnTo, cookies }
  }
}
