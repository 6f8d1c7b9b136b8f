import type * as OAuth from "oauth4webapi"
import type { Provider } from "../auth/config/provider.ts"
import { createProviderConnections } from "../auth/oauth/provider-connections.ts"
import { MortiseError } from "../contract/errors.ts"
import { boundedFetch } from "../shared/bounded-fetch.ts"
import { wasNeverSent } from "../shared/connection-failures.ts"
import { showCause } from "../shared/console.ts"
import type { TokenProvider, TokenSettings } from "./token-options.ts"

/** What a provider answered to a refresh token. */
export type RefreshAnswer =
  | { readonly kind: "tokens"; readonly tokens: OAuth.TokenEndpointResponse }
  /** `invalid_grant`: the token will never work again. */
  | { readonly kind: "refused" }
  /** The token was not used: it can be sent again, after `retryAfterMs` at the earliest. */
  | { readonly kind: "failed"; readonly retryAfterMs: number }
  /** Whether the token was used is unknown. */
  | { readonly kind: "lost" }

/** The requests to the token and revocation endpoints, made and validated by oauth4webapi. */
export function createProviderRequests({ now, timeoutMs }: TokenSettings) {
  const connectTo = createProviderConnections({ now })
  const connect = async (provider: TokenProvider) => {
    const connection = await connectTo(asProvider(provider))
    const revocation = provider.type === "oauth" ? provider.revocation : undefined
    return {
      ...connection,
      server: { ...connection.server, ...(revocation !== undefined && { revocation_endpoint: revocation }) },
      options: { ...connection.options, signal: () => AbortSignal.timeout(timeoutMs) },
    }
  }

  return {
    async refresh(provider: TokenProvider, refreshToken: string): Promise<RefreshAnswer> {
      const connection = await connect(provider).catch(failedBefore)
      if (!connection) return { kind: "failed", retryAfterMs: 0 }
      const { oauth, server, client, clientAuth, options } = connection
      let response: Response | undefined
      let isSent = false
      // The library refuses some endpoints, such as a missing one and one without https, before it sends anything.
      const send: typeof boundedFetch = (url, init) => {
        isSent = true
        return boundedFetch(url, init)
      }
      try {
        response = await oauth.refreshTokenGrantRequest(server, client, clientAuth, refreshToken, {
          ...options,
          [oauth.customFetch]: send,
        })
        if (isOverloaded(response)) return { kind: "failed", retryAfterMs: retryAfterMs(response, now()) }
        const readable = await asStandardAnswer(response)
        return { kind: "tokens", tokens: await oauth.processRefreshTokenResponse(server, client, readable) }
      } catch (error) {
        showCause(error)
        if (error instanceof oauth.ResponseBodyError || error instanceof oauth.WWWAuthenticateChallengeError)
          return "error" in error && refusalCodes.includes(error.error)
            ? { kind: "refused" }
            : { kind: "failed", retryAfterMs: 0 }
        // Something other than the provider answered, such as a firewall, or the request did not leave this machine.
        const isUnused = response ? !response.ok : !isSent || wasNeverSent(error)
        return isUnused ? { kind: "failed", retryAfterMs: 0 } : { kind: "lost" }
      }
    },

    /** Revokes a token; throws `unavailable` if the provider does not confirm it. */
    async revoke(provider: TokenProvider, token: string, kind: "refresh_token" | "access_token") {
      try {
        const { oauth, server, client, clientAuth, options } = await connect(provider)
        if (!server.revocation_endpoint) throw withoutRevocation(provider)
        const additionalParameters = { token_type_hint: kind }
        await oauth.processRevocationResponse(
          await oauth.revocationRequest(server, client, clientAuth, token, {
            ...options,
            additionalParameters,
          }),
        )
      } catch (error) {
        if (error instanceof MortiseError) throw error
        showCause(error)
        throw notConfirmed(provider.id)
      }
    },
  }
}

/** The parts of a provider that its connection needs. */
const asProvider = (provider: TokenProvider): Provider =>
  (provider.type === "oidc" ? provider : { authorization: provider.token, ...provider }) as Provider

/** A discovery document that cannot be read. A missing package is a mistake of the programmer, and thrown. */
function failedBefore(error: unknown): undefined {
  if (error instanceof MortiseError) throw error
  showCause(error)
  return undefined
}

/** The provider, or what stands in front of it, answered without using the token. */
const isOverloaded = ({ status }: Response): boolean => status >= 500 || status === 429 || status === 408

const longestRetryMs = 3600 * 1000

function retryAfterMs(response: Response, now: number): number {
  const header = response.headers.get("retry-after") ?? ""
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return ms > 0 ? Math.min(ms, longestRetryMs) : 0
}

// GitHub has a name of its own for `invalid_grant`.
const refusalCodes = ["invalid_grant", "bad_refresh_token"]

/**
 * The answer as the library accepts it. GitHub sends errors with status 200. An `expires_in` that no library accepts is
 * left out: the other tokens of the answer still count.
 */
async function asStandardAnswer(response: Response): Promise<Response> {
  if (!response.ok) return response
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  if (typeof body !== "object" || body === null) return response
  if ("error" in body && !("access_token" in body)) return Response.json(body, { status: 400 })
  if (!("expires_in" in body)) return response
  const { expires_in, ...rest } = body
  return Number(expires_in) > 0 ? response : Response.json(rest)
}

/** The error of a revocation that may not have happened. */
export const notConfirmed = (provider: string): MortiseError =>
  new MortiseError(
    "unavailable",
    `The provider ${provider} did not confirm the revocation. The tokens are still stored: retry later.`,
    { operation: "revoke" },
  )

const withoutRevocation = ({ id }: TokenProvider): MortiseError =>
  new MortiseError(
    "invalid",
    `The provider ${id} has no revocation endpoint. If its documentation names one, set revocation.`,
    { operation: "revoke" },
  )
