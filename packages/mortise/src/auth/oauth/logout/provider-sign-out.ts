// A sign-out that continues at the provider. At the sign-in, the browser gets a sealed cookie that says at which
// provider the session was started. Nothing else is stored, so it works with every adapter and both strategies, and a
// lost cookie only means that the user stays signed in at the provider.

import type { User } from "../../../contract/types.ts"
import { randomToken } from "../../../shared/bytes.ts"
import { showCause } from "../../../shared/console.ts"
import { hasLogout, type OidcProvider } from "../../config/provider.ts"
import type { Core } from "../../core/core.ts"
import { readErrorCode } from "../../core/errors.ts"
import { loadJose } from "../../core/optional-peers.ts"
import type { SignedIn } from "../../core/results.ts"
import { refusal } from "../../core/results.ts"
import type { HasHeaders, SetCookies } from "../../http/cookies.ts"
import { createFlowCookies } from "../../http/flow-cookies.ts"
import { safePath } from "../../http/safe-path.ts"
import type { Sessions } from "../../sessions/sessions.ts"
import type { OAuthFunctions } from "../oauth-functions.ts"
import type { Connect } from "../provider-connections.ts"
import type { ProviderIdentity } from "../provider-identity.ts"
import { endSessionUrl } from "./end-session-url.ts"

/** Where a session was started. */
type StartedAt = {
  readonly handle: string
  readonly userId: string
  readonly provider: string
  readonly account: string
  readonly sid: string | null
}

type SignOutFlow = { readonly provider: string; readonly returnTo: string }

type ProviderSignOut = Pick<OAuthFunctions<User>, "signOut" | "signedOut"> & {
  remember(request: HasHeaders, identity: ProviderIdentity, signedIn: SignedIn<User>): Promise<SetCookies>
}

const cookie = "provider"
const purpose = "sealed provider"
const flowMs = 600_000

export function createProviderSignOut(core: Core, sessions: Sessions, connect: Connect): ProviderSignOut {
  const { settings, cookies, sealer, emit, now } = core
  const flows = createFlowCookies<SignOutFlow>(core, "sign-out", flowMs)
  const returnUri = (id: string) => `${settings.origin}${settings.signedOutPath}/${id}`

  /** Where the request's session was started, whether or not it has ended since. */
  const readStart = async (request: HasHeaders): Promise<StartedAt | null> => {
    const sealed = cookies.read(request, cookie)
    const start = sealed === undefined ? null : ((await sealer.open(purpose, sealed)) as StartedAt | null)
    return start && (await sessions.hasHandle(request, start.handle)) ? start : null
  }

  const leave = async (request: HasHeaders, provider: OidcProvider, start: StartedAt, returnTo: string) => {
    const { server } = await connect(provider)
    const state = randomToken()
    const url = endSessionUrl(server, {
      clientId: provider.clientId,
      idToken: await findIdToken(core, start),
      postLogoutRedirectUri: returnUri(provider.id),
      state,
    })
    return url === null
      ? null
      : { url, cookies: await flows.begin(request, state, { provider: provider.id, returnTo }) }
  }

  return {
    async remember(request, { provider, profile, login }, { user, session }) {
      const { handle } = session
      const start = {
        handle,
        userId: user.id,
        provider: provider.id,
        account: profile.id,
        sid: login?.sid ?? null,
      }
      const { absoluteMaxAgeMs } = settings.session
      const sealed = await sealer.seal(purpose, start satisfies StartedAt, now() + absoluteMaxAgeMs)
      return cookies.set(request, cookie, sealed, Math.ceil(absoluteMaxAgeMs / 1000))
    },

    async signOut(request, { returnTo } = {}) {
      const start = await readStart(request)
      const result = await sessions.functions.signOut(request)
      if (!result.ok && result.reason !== "pending") return result
      const provider = start && settings.providers.get(start.provider)
      if (!provider || !hasLogout(provider, "rp_initiated")) return result
      const cleared = [...result.cookies, ...cookies.clear(request, cookie)]
      try {
        const left = await leave(request, provider, start, safePath(returnTo, settings.origin))
        return left
          ? { ...result, url: left.url, cookies: [...cleared, ...left.cookies] }
          : { ...result, cookies: cleared }
      } catch (error) {
        // The session has ended here, which matters most.
        showCause(error)
        emit({ type: "operation_failed", operation: "providerSignOut", code: readErrorCode(error) }, request)
        return { ...result, cookies: cleared }
      }
    },

    async signedOut(request) {
      const { pathname, searchParams } = new URL(request.url, settings.origin)
      const finished = await flows.finish(request, searchParams.get("state") ?? "")
      if (!finished) return refusal("unknown_sign_out")
      const { provider, returnTo } = finished.data
      if (pathname !== `${settings.signedOutPath}/${provider}`)
        return refusal("unknown_sign_out", finished.cookies)
      return { ok: true, provider, returnTo, cookies: finished.cookies }
    },
  }
}

/**
 * The stored id token of the account, which may have expired; `undefined` if there is none. The token of a later sign-in
 * in another browser is left out: the provider could end that session.
 */
async function findIdToken(
  { adapter, extras }: Core,
  { userId, provider, account, sid }: StartedAt,
): Promise<string | undefined> {
  try {
    const storedAccount = extras.listAccounts
      ? (await extras.listAccounts(userId)).find(
          (candidate) => candidate.provider === provider && candidate.providerAccountId === account,
        )
      : await adapter.getAccount(account, provider)
    if (!storedAccount?.id_token) return undefined
    const { sid: stored = null } = (await loadJose()).decodeJwt(storedAccount.id_token)
    return stored === sid ? storedAccount.id_token : undefined
  } catch {
    // The store is unavailable, or an adapter of Auth.js has no getAccount.
    return undefined
  }
}
