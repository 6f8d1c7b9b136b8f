import type * as OAuth from "oauth4webapi"
import { boundedFetch } from "../../shared/bounded-fetch.ts"
import { createLoadOnce } from "../../shared/load-once.ts"
import type { OidcProvider, Provider } from "../config/provider.ts"
import type { Core } from "../core/core.ts"
import { loadOAuth } from "../core/optional-peers.ts"
import { withTenantIssuer } from "./tenant-issuer.ts"

/** What a request to a provider needs. */
export type ProviderConnection = {
  readonly oauth: typeof OAuth
  readonly server: OAuth.AuthorizationServer
  readonly client: OAuth.Client
  readonly clientAuth: OAuth.ClientAuth
  readonly options: {
    [OAuth.allowInsecureRequests]?: boolean
    [OAuth.customFetch]: typeof boundedFetch
    signal: () => AbortSignal
  }
}

const HOUR = 3600 * 1000
const timeoutMs = 15_000

/** How long a failed request for a provider's configuration or keys is not repeated. */
export const keepFailureMs = 5_000

/** Connects to a provider. */
export type Connect = (provider: Provider) => Promise<ProviderConnection>

/**
 * Connections to the configured providers. The discovery document of an OpenID provider is requested once for all who
 * wait for it, and kept for an hour.
 */
export function createProviderConnections({ now }: Pick<Core, "now">): Connect {
  const loadOnce = createLoadOnce<OAuth.AuthorizationServer>({ now, keepMs: HOUR, keepFailureMs })

  const discover = (
    oauth: typeof OAuth,
    { issuer, discovery = issuer }: OidcProvider,
    options: ProviderConnection["options"],
  ) =>
    loadOnce(`${discovery} ${issuer}`, async () => {
      const response = await oauth.discoveryRequest(new URL(discovery), options)
      return withTenantIssuer(oauth, await oauth.processDiscoveryResponse(new URL(issuer), response))
    })

  return async (provider) => {
    const oauth = await loadOAuth()
    const { clientId, clientSecret, clientAuth = "basic" } = provider
    // The settings accept plain http only for this machine.
    const isLocal = (provider.type === "oidc" ? provider.issuer : provider.token).startsWith("http:")
    const options = {
      signal: () => AbortSignal.timeout(timeoutMs),
      [oauth.customFetch]: boundedFetch,
      ...(isLocal && { [oauth.allowInsecureRequests]: true }),
    }
    const secretSent = clientAuth === "post" ? oauth.ClientSecretPost : oauth.ClientSecretBasic
    return {
      oauth,
      options,
      server:
        provider.type === "oidc" ? await discover(oauth, provider, options) : configuredServer(provider),
      // The library uses the clock of the machine, which may differ from `now`.
      client: { client_id: clientId, [oauth.clockSkew]: Math.round((now() - Date.now()) / 1000) },
      clientAuth: clientSecret === undefined ? oauth.None() : secretSent(clientSecret),
    }
  }
}

const configuredServer = (provider: Extract<Provider, { type: "oauth" }>): OAuth.AuthorizationServer => ({
  issuer: provider.issuer ?? new URL(provider.authorization).origin,
  authorization_endpoint: provider.authorization,
  token_endpoint: provider.token,
})
