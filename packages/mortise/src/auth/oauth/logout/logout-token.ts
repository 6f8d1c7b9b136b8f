import type * as Jose from "jose"
import type { JWTPayload, JWTVerifyGetKey } from "jose"
import { MortiseError } from "../../../contract/errors.ts"
import { boundedFetch } from "../../../shared/bounded-fetch.ts"
import { showCause } from "../../../shared/console.ts"
import { createLoadOnce } from "../../../shared/load-once.ts"
import { isSecureUrl } from "../../../shared/secure-url.ts"
import type { OidcProvider } from "../../config/provider.ts"
import { loadJose } from "../../core/optional-peers.ts"
import { type Connect, keepFailureMs } from "../provider-connections.ts"
import type { ProviderLogin } from "../provider-identity.ts"

/** A logout token that the provider has signed for this application. */
export type LogoutToken = ProviderLogin & { readonly jti: string }

/** Verifies a logout token; `null` for an invalid one. Throws `unavailable` if the provider's keys cannot be read. */
export type VerifyLogoutToken = (
  provider: Pick<OidcProvider, "id" | "issuer" | "clientId" | "discovery">,
  token: unknown,
) => Promise<LogoutToken | null>

/** A token is accepted this long after it was issued, even if it expires later. */
export const maxTokenSeconds = 600

// The provider's clock and this server's may differ.
const toleranceSeconds = 60

const event = "http://schemas.openid.net/event/backchannel-logout"
// Only the provider has the private key of such a signature. The client secret could be in more hands.
const asymmetric = /^(?:[RPE]S(?:256|384|512)|EdDSA|Ed25519|ML-DSA-\d+)$/
const types = ["logout+jwt", "application/logout+jwt", "jwt"]

/** Verifies logout tokens as OpenID Connect Back-Channel Logout 1.0 demands, section 2.6, except for the use of `jti`. */
export function createVerifyLogoutToken(connect: Connect, now: () => number): VerifyLogoutToken {
  const keySets = new Map<string, JWTVerifyGetKey>()

  // The library keeps keys, and not failures: each token of a stranger would cause a request.
  const loadOnce = createLoadOnce<Response>({ now, keepMs: 0, keepFailureMs })
  const fetchKeys = (url: string, init: Parameters<typeof boundedFetch>[1]) =>
    loadOnce(url, async () => {
      const response = await boundedFetch(url, init)
      if (!response.ok) throw new Error("The provider does not return its keys")
      return new Response(await response.arrayBuffer())
    })

  const keysAt = (jose: typeof Jose, url: string): JWTVerifyGetKey => {
    const keySet =
      keySets.get(url) ?? jose.createRemoteJWKSet(new URL(url), { [jose.customFetch]: fetchKeys })
    keySets.set(url, keySet)
    return keySet
  }

  return async (provider, token) => {
    if (typeof token !== "string") return null
    const jose = await loadJose()
    try {
      const { server } = await connect({ type: "oidc", ...provider })
      const { issuer, jwks_uri: keysUrl, id_token_signing_alg_values_supported: signed = ["RS256"] } = server
      if (!keysUrl || !isSecureUrl(keysUrl)) throw new Error("The provider has no jwks_uri with https")
      const { payload, protectedHeader } = await jose.jwtVerify(token, keysAt(jose, keysUrl), {
        issuer,
        audience: provider.clientId,
        algorithms: signed.filter((algorithm) => asymmetric.test(algorithm)),
        maxTokenAge: maxTokenSeconds,
        clockTolerance: toleranceSeconds,
        requiredClaims: ["iat", "exp", "jti", "events"],
        currentDate: new Date(now()),
      })
      const { typ } = protectedHeader
      return typ === undefined || types.includes(typ.toLowerCase())
        ? toLogoutToken(payload, { issuer, clientId: provider.clientId })
        : null
    } catch (error) {
      if (error instanceof MortiseError) throw error
      showCause(error)
      if (isRefusal(jose, error)) return null
      throw new MortiseError(
        "unavailable",
        `The logout token of the provider ${provider.id} cannot be verified: its configuration or its keys cannot be read. Check its URLs.`,
        { operation: "logout" },
      )
    }
  }
}

/** The claims that only a logout token has. */
function toLogoutToken(
  { jti, sid, sub, iat, events, ...others }: JWTPayload,
  client: Pick<ProviderLogin, "issuer" | "clientId">,
): LogoutToken | null {
  const isLogout = isObject(events) && Object.hasOwn(events, event) && isObject(events[event])
  // With a nonce, it may be an id token.
  if (!isLogout || "nonce" in others || !isName(jti) || iat === undefined) return null
  if ((sid !== undefined && !isName(sid)) || (sub !== undefined && !isName(sub))) return null
  if (sid === undefined && sub === undefined) return null
  return { ...client, jti, sid, sub, issuedAt: iat }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isName = (value: unknown): value is string => typeof value === "string" && value !== ""

/** The token is invalid, and not the keys. */
const isRefusal = ({ errors }: typeof Jose, error: unknown): boolean =>
  [
    errors.JOSEAlgNotAllowed,
    errors.JOSENotSupported,
    errors.JWSInvalid,
    errors.JWSSignatureVerificationFailed,
    errors.JWTInvalid,
    errors.JWTExpired,
    errors.JWTClaimValidationFailed,
    errors.JWKSNoMatchingKey,
    errors.JWKSMultipleMatchingKeys,
  ].some((kind) => error instanceof kind)
