import type { TokenEndpointResponse } from "oauth4webapi"
import { fromUtf8 } from "../../shared/bytes.ts"
import { readBody } from "../../shared/read-body.ts"
import type { Claims, GetFromProvider, OidcProvider, Provider } from "../config/provider.ts"
import type { ProviderConnection } from "./provider-connections.ts"

const maxClaimsBytes = 1024 * 1024

/** Everything that the provider says about the user. */
export async function requestClaims(
  connection: ProviderConnection,
  provider: Provider,
  tokens: TokenEndpointResponse,
): Promise<Claims> {
  const { oauth, options } = connection
  const get: GetFromProvider = (url) =>
    oauth.protectedResourceRequest(
      ...([tokens.access_token, "GET", new URL(url), new Headers(accept), null, options] as const),
    )
  const claims =
    provider.type === "oauth"
      ? await readUserinfo(connection, await get(provider.userinfo))
      : await openIdClaims(connection, provider, tokens)
  return provider.moreClaims ? provider.moreClaims(claims, get) : claims
}

const accept = { accept: "application/json" }

/** The userinfo of a provider without OpenID Connect, which must be a JSON object. */
async function readUserinfo({ oauth }: ProviderConnection, response: Response): Promise<Claims> {
  if (!response.ok) throw new oauth.OperationProcessingError("The userinfo request failed")
  const body = await readBody(response, maxClaimsBytes)
  if (!body) throw new oauth.OperationProcessingError("The userinfo response is too large")
  const claims = parseJson(body)
  if (typeof claims !== "object" || claims === null)
    throw new oauth.OperationProcessingError("The userinfo response is not a JSON object")
  return claims as Claims
}

function parseJson(body: Parameters<typeof fromUtf8>[0]): unknown {
  try {
    return JSON.parse(fromUtf8(body))
  } catch {
    return undefined
  }
}

/** The claims of the id token and of the userinfo response, which must be about the same user. */
async function openIdClaims(
  { oauth, server, client, options }: ProviderConnection,
  provider: OidcProvider,
  tokens: TokenEndpointResponse,
): Promise<Claims> {
  const claims = oauth.getValidatedIdTokenClaims(tokens)
  if (!claims || provider.userinfo === false || !server.userinfo_endpoint) return { ...claims }
  const response = await oauth.userInfoRequest(server, client, tokens.access_token, options)
  return mergeClaims(claims, await oauth.processUserInfoResponse(server, client, claims.sub, response))
}

/**
 * The claims of the id token, overridden by the claims of userinfo. The address and its verification come from one
 * document: prefer the document whose address is verified, else any with an address. The id token is first, because it
 * is signed.
 */
function mergeClaims(idToken: Claims, userinfo: Claims): Claims {
  const documents = [idToken, userinfo].filter(({ email }) => email !== undefined && email !== null)
  const { email, email_verified } =
    documents.find(({ email_verified: isVerified }) => isVerified === true) ?? documents[0] ?? {}
  return { ...idToken, ...userinfo, email, email_verified }
}
