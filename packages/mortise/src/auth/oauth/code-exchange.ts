import type { IDToken, TokenEndpointResponse } from "oauth4webapi"
import { MortiseError } from "../../contract/errors.ts"
import { showCause } from "../../shared/console.ts"
import type { Provider } from "../config/provider.ts"
import type { Core } from "../core/core.ts"
import { normalizeProfile } from "./normalize-profile.ts"
import type { Connect, ProviderConnection } from "./provider-connections.ts"
import type { AccountTokens, ProviderIdentity, ProviderLogin } from "./provider-identity.ts"
import { requestClaims } from "./request-claims.ts"

/** Random values that bind the provider's response to one flow in one browser. */
export type Checks = { readonly state: string; readonly nonce: string; readonly verifier: string }

export type ExchangeFailure = "denied" | "provider_refused" | "invalid_profile"

/** The requests of OAuth 2 and OpenID Connect to the provider, made and validated by oauth4webapi. */
export function createCodeExchange({ settings, now }: Core, connect: Connect) {
  const redirectUri = ({ id }: Provider) => `${settings.origin}${settings.callbackPath}/${id}`

  return {
    async authorizationUrl(provider: Provider, { state, nonce, verifier }: Checks) {
      const { oauth, server } = await orUnavailable(provider, () => connect(provider))
      if (!server.authorization_endpoint)
        throw unavailable(provider, "its configuration has no authorization_endpoint")
      const url = new URL(server.authorization_endpoint)
      const protocolParameters = {
        client_id: provider.clientId,
        redirect_uri: redirectUri(provider),
        response_type: "code",
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        ...(provider.type === "oidc" && { nonce }),
      }
      const scope = provider.scope ?? (provider.type === "oidc" ? "openid profile email" : undefined)
      // The protocol's parameters are last, so that the configuration cannot replace them.
      const parameters = { ...(scope !== undefined && { scope }), ...provider.params, ...protocolParameters }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return url.href
    },

    /** Exchanges the code in the callback's parameters for the user's identity at the provider. */
    async redeem(
      provider: Provider,
      search: URLSearchParams,
      { state, nonce, verifier }: Checks,
    ): Promise<ProviderIdentity | ExchangeFailure> {
      const connection = await orUnavailable(provider, () => connect(provider))
      const { oauth, server, client, clientAuth, options } = connection
      try {
        const callback = oauth.validateAuthResponse(server, client, search, state)
        const response = await oauth.authorizationCodeGrantRequest(
          ...([server, client, clientAuth, callback, redirectUri(provider), verifier, options] as const),
        )
        const expected = provider.type === "oidc" ? { expectedNonce: nonce, requireIdToken: true } : {}
        const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, expected)
        const profile = normalizeProfile(provider, await requestClaims(connection, provider, tokens))
        if (!profile) return "invalid_profile"
        const login = readLogin(provider, oauth.getValidatedIdTokenClaims(tokens))
        return { provider, profile, tokens: accountTokens(tokens, now()), login }
      } catch (error) {
        return toFailure(connection, provider, error)
      }
    },
  }
}

function readLogin({ clientId }: Provider, claims: IDToken | undefined): ProviderLogin | undefined {
  if (!claims) return undefined
  const { iss: issuer, sub, sid, iat: issuedAt } = claims
  return { issuer, clientId, sub, issuedAt, ...(typeof sid === "string" && sid !== "" && { sid }) }
}

/** The token fields of the contract; `expires_at` is computed from `expires_in`. */
function accountTokens(tokens: TokenEndpointResponse, now: number): AccountTokens {
  const { access_token, refresh_token, id_token, scope, token_type, expires_in, session_state } = tokens
  const lifetime = typeof expires_in === "number" && expires_in > 0 ? expires_in : undefined
  return {
    access_token,
    refresh_token,
    id_token,
    scope,
    token_type,
    expires_in: lifetime,
    expires_at: lifetime && Math.floor(now / 1000) + lifetime,
    session_state: typeof session_state === "string" ? session_state : undefined,
  }
}

/** An invalid response is a refusal. The library's error may contain tokens, so it is not passed on. */
function toFailure({ oauth }: ProviderConnection, provider: Provider, error: unknown): ExchangeFailure {
  showCause(error)
  if (error instanceof oauth.AuthorizationResponseError)
    return error.error === "access_denied" ? "denied" : "provider_refused"
  const refusalErrors = [
    oauth.OperationProcessingError,
    oauth.ResponseBodyError,
    oauth.UnsupportedOperationError,
    oauth.WWWAuthenticateChallengeError,
  ]
  if (refusalErrors.some((kind) => error instanceof kind)) return "provider_refused"
  throw unavailable(provider, "it does not respond")
}

async function orUnavailable<T>(provider: Provider, connect: () => Promise<T>): Promise<T> {
  try {
    return await connect()
  } catch (error) {
    if (error instanceof MortiseError) throw error
    showCause(error)
    throw unavailable(provider, "its configuration cannot be read")
  }
}

const unavailable = ({ id }: Provider, why: string): MortiseError =>
  new MortiseError("unavailable", `The provider ${id} cannot be used: ${why}. Check its URLs, then retry.`, {
    operation: "oauth",
  })
