import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import {
  base64url,
  exportJWK,
  generateKeyPair,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from "jose"
import type { OidcProvider, ProviderLogout } from "../../../src/auth/index.ts"

/** The login that a code of the toy stands for. */
export type ToyLogin = { readonly sub: string; readonly sid?: string; readonly iat?: number }

export type ToyOpenId = Awaited<ReturnType<typeof startToyOpenId>>

export const logoutEvent = "http://schemas.openid.net/event/backchannel-logout"

const pair = await generateKeyPair("RS256", { extractable: true })

/** An OpenID provider that accepts every code, and signs logout tokens with any contents. */
export async function startToyOpenId(
  now: () => number,
  { id = "acme", logout = ["rp_initiated", "back_channel"] as readonly ProviderLogout[], keys = pair } = {},
) {
  const server = createServer(async (request, response) => {
    response.setHeader("content-type", "application/json")
    const answer = { ...answers, "/token": () => tokens(new URLSearchParams(bodyOf)) }[request.url ?? ""]
    const bodyOf = await text(request)
    response.end(JSON.stringify((await answer?.()) ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  server.unref()
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const clientId = "app"
  const kid = `key-of-${id}`
  const seconds = () => Math.floor(now() / 1000)
  const jwk = { ...(await exportJWK(keys.publicKey)), kid, use: "sig", alg: "RS256" }
  const metadata: Record<string, unknown> = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    // Auth.js needs one, and does not ask it.
    userinfo_endpoint: `${issuer}/me`,
    jwks_uri: `${issuer}/jwks`,
    end_session_endpoint: `${issuer}/end?realm=main`,
    id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
  }
  const answers: Record<string, () => unknown> = {
    "/.well-known/openid-configuration": () => metadata,
    "/jwks": () => ({ keys: [jwk] }),
  }

  const sign = (payload: JWTPayload, header: Partial<JWTHeaderParameters> = {}, key = keys.privateKey) =>
    new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid, ...header }).sign(key)

  /** The code is the login and the nonce. */
  const tokens = async (form: URLSearchParams) => {
    const login = JSON.parse(form.get("code") ?? "{}")
    const idToken = await sign({ iss: issuer, aud: clientId, iat: seconds(), exp: seconds() + 300, ...login })
    return { access_token: login.sub, token_type: "bearer", expires_in: 300, id_token: idToken }
  }

  let last = 0
  const claims = (): JWTPayload => ({
    iss: issuer,
    aud: clientId,
    iat: seconds(),
    exp: seconds() + 120,
    jti: `token-${++last}`,
    events: { [logoutEvent]: {} },
  })

  return {
    issuer,
    clientId,
    kid,
    jwk,
    privateKey: keys.privateKey,
    metadata,
    answers,
    provider: {
      id,
      type: "oidc",
      issuer,
      clientId,
      clientSecret: "secret",
      userinfo: false,
      logout,
    } as OidcProvider,
    claims,
    sign,
    /** A valid logout token, with other claims; `undefined` removes one. */
    logoutToken: (changes: JWTPayload, header: Partial<JWTHeaderParameters> = {}) =>
      sign(JSON.parse(JSON.stringify({ ...claims(), ...changes })), { typ: "logout+jwt", ...header }),
    unsigned(changes: JWTPayload) {
      const parts = [
        { alg: "none", typ: "logout+jwt" },
        { ...claims(), ...changes },
      ]
      return `${parts.map((part) => base64url.encode(JSON.stringify(part))).join(".")}.`
    },
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
