import { isSecureUrl } from "../../../shared/secure-url.ts"

type EndSession = {
  readonly clientId: string
  /** An id token of the login. It may have expired. */
  readonly idToken?: string | null | undefined
  readonly postLogoutRedirectUri?: string | undefined
  readonly state?: string | undefined
}

// Servers accept URLs of about 8,000 characters. The provider asks the user if there is no hint.
const longestHint = 4096

/** The URL that ends the session at the provider, by OpenID Connect RP-Initiated Logout 1.0; `null` without an endpoint. */
export function endSessionUrl(
  { end_session_endpoint: endpoint }: { readonly end_session_endpoint?: string | undefined },
  { clientId, idToken, postLogoutRedirectUri, state }: EndSession,
): string | null {
  if (!endpoint || !isSecureUrl(endpoint)) return null
  const url = new URL(endpoint)
  const parameters = {
    id_token_hint: idToken && idToken.length <= longestHint ? idToken : undefined,
    client_id: clientId,
    post_logout_redirect_uri: postLogoutRedirectUri,
    state,
  }
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}
