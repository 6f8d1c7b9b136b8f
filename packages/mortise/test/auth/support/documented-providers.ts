import { createHash } from "node:crypto"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"

type Asked = {
  readonly headers: IncomingMessage["headers"]
  readonly form: URLSearchParams
}
type Answer = {
  readonly status?: number
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Answers by host and path. */
export type Answers = Readonly<Record<string, (asked: Asked) => Answer>>

export const tenant = "11111111-2222-3333-4444-555555555555"
export const photo = Buffer.from("a picture")
const token = "access-token"

/**
 * A server on this machine that answers as GitHub, Google, Microsoft, GitLab and Discord document. `fetch` sends every
 * request to it, with the host as the first part of the path.
 */
export async function startDocumentedProviders() {
  let overrides: Answers = {}
  const realFetch = fetch
  const server = createServer(async (request, response) => {
    let body = ""
    for await (const chunk of request) body += chunk
    const route = decodeURIComponent((request.url ?? "").slice(1))
    const answer = overrides[route] ?? documented[route] ?? notFound
    const {
      status = 200,
      type = "application/json",
      headers,
      body: sent,
    } = answer({
      headers: request.headers,
      form: new URLSearchParams(body),
    })
    response.writeHead(status, { "content-type": type, ...headers })
    response.end(type === "application/json" ? JSON.stringify(sent) : sent)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return {
    fetch: (url: string, init: RequestInit) => realFetch(url.replace("https://", at), init),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
    /** Answers differently from now on. */
    override: (answers: Answers) => {
      overrides = answers
    },
  }
}

const notFound = (): Answer => ({ status: 404, body: { message: "Not Found" } })

/** The answer of a token endpoint to a correct request; `null` for any other. */
function tokens({ headers, form }: Asked, idToken?: object) {
  const [nonce, challenge] = (form.get("code") ?? "").split(".")
  const proved = createHash("sha256")
    .update(form.get("code_verifier") ?? "")
    .digest("base64url")
  const isCorrect =
    headers["content-type"]?.startsWith("application/x-www-form-urlencoded") &&
    form.get("grant_type") === "authorization_code" &&
    form.get("client_id") === "app" &&
    form.get("client_secret") === "canary" &&
    form.get("redirect_uri")?.startsWith("https://app.example/auth/callback/") &&
    proved === challenge
  if (!isCorrect) return null
  const iat = Math.floor(Date.now() / 1000)
  const claims = { aud: "app", iat, exp: iat + 3600, nonce, ...idToken }
  return {
    access_token: token,
    token_type: "Bearer",
    expires_in: 3600,
    ...(idToken && { id_token: `${part({ alg: "RS256" })}.${part(claims)}.c2ln` }),
  }
}

const part = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url")

/** The answer of a token endpoint of OpenID Connect. */
export const idToken =
  (claims: object) =>
  (asked: Asked): Answer => {
    const body = tokens(asked, claims)
    return body ? { body } : { status: 400, body: { error: "invalid_grant" } }
  }

const forBearer =
  (answer: (asked: Asked) => Answer) =>
  (asked: Asked): Answer =>
    asked.headers.authorization === `Bearer ${token}`
      ? answer(asked)
      : { status: 401, body: { message: "Requires authentication" } }

// GitHub refuses requests without a user agent.
const gitHubApi = (body: unknown) =>
  forBearer(({ headers }) =>
    headers["user-agent"] ? { body } : { status: 403, type: "text/plain", body: "Administrative rules" },
  )

/** GitHub answers with a form unless JSON is asked for, and reports errors with status 200. */
function gitHubToken(asked: Asked): Answer {
  const body = tokens(asked) ?? {
    error: "bad_verification_code",
    error_description: "The code is incorrect.",
  }
  const scope = "read:user,user:email"
  return asked.headers.accept?.includes("application/json")
    ? { body: { ...body, scope } }
    : { type: "application/x-www-form-urlencoded", body: "access_token=x" }
}

export const gitHubUser = {
  login: "octocat",
  id: 583_231,
  avatar_url: "https://avatars.githubusercontent.com/u/583231?v=4",
  type: "User",
  name: "The Octocat",
  email: "public@example.com",
}
export const gitHubAddresses = [
  { email: "public@example.com", primary: false, verified: true, visibility: "public" },
  { email: "Octocat@example.com", primary: true, verified: true, visibility: "private" },
]

export const googleClaims = {
  iss: "https://accounts.google.com",
  azp: "app",
  sub: "110169484474386276334",
  email: "ada@gmail.com",
  email_verified: true,
  name: "Ada Lovelace",
  picture: "https://lh3.googleusercontent.com/a/ada=s96-c",
}

export const microsoftClaims = {
  ver: "2.0",
  iss: `https://login.microsoftonline.com/${tenant}/v2.0`,
  sub: "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ",
  oid: "00000000-0000-0000-66f3-3332eca7ea81",
  tid: tenant,
  name: "Grace Hopper",
  preferred_username: "grace@navy.example",
  email: "grace@navy.example",
  xms_edov: true,
}

export const gitLabClaims = {
  iss: "https://gitlab.com",
  sub: "574",
  sub_legacy: "0123456789abcdef",
  email: "alan@example.com",
  email_verified: true,
}

export const discordUser = {
  id: "80351110224678912",
  username: "nelly",
  global_name: "Nelly",
  discriminator: "0",
  avatar: "8342729096ea3675442027381ff50dfe",
  email: "nelly@example.com",
  verified: true,
}

/** The endpoints of GitLab are relative to its own URL. */
export const gitLabEndpoints = {
  authorization_endpoint: "https://gitlab.com/oauth/authorize",
  token_endpoint: "https://gitlab.com/oauth/token",
  userinfo_endpoint: "https://gitlab.com/oauth/userinfo",
}

const discovery = (body: object) => () => ({ body })
const entra = "https://login.microsoftonline.com"
export const microsoftEndpoints = (name: string) => ({
  authorization_endpoint: `${entra}/${name}/oauth2/v2.0/authorize`,
  token_endpoint: `${entra}/common/oauth2/v2.0/token`,
  userinfo_endpoint: "https://graph.microsoft.com/oidc/userinfo",
})
const wellKnown = ".well-known/openid-configuration"

const documented: Answers = {
  "github.com/login/oauth/access_token": gitHubToken,
  "api.github.com/user": gitHubApi(gitHubUser),
  "api.github.com/user/emails": gitHubApi(gitHubAddresses),
  "ghe.example/login/oauth/access_token": gitHubToken,
  "ghe.example/api/v3/user": gitHubApi({ ...gitHubUser, id: 7, name: null }),
  "ghe.example/api/v3/user/emails": gitHubApi(gitHubAddresses),

  [`accounts.google.com/${wellKnown}`]: discovery({
    issuer: "https://accounts.google.com",
    authorization_endpoint: "https://accounts.google.com/o/oauth2/v2/auth",
    token_endpoint: "https://oauth2.googleapis.com/token",
  }),
  "oauth2.googleapis.com/token": idToken(googleClaims),

  [`login.microsoftonline.com/common/v2.0/${wellKnown}`]: discovery({
    issuer: `${entra}/{tenantid}/v2.0`,
    ...microsoftEndpoints("common"),
  }),
  [`login.microsoftonline.com/${tenant}/v2.0/${wellKnown}`]: discovery({
    issuer: `${entra}/${tenant}/v2.0`,
    ...microsoftEndpoints(tenant),
  }),
  "login.microsoftonline.com/common/oauth2/v2.0/token": idToken(microsoftClaims),
  "graph.microsoft.com/v1.0/me/photos/48x48/$value": forBearer(() => ({ type: "image/jpeg", body: photo })),

  [`gitlab.com/${wellKnown}`]: discovery({ issuer: "https://gitlab.com", ...gitLabEndpoints }),
  "gitlab.com/oauth/token": idToken(gitLabClaims),
  "gitlab.com/oauth/userinfo": forBearer(() => ({
    body: {
      ...gitLabClaims,
      name: "Alan Turing",
      nickname: "alan",
      picture: "https://gitlab.com/uploads/-/system/user/avatar/574/avatar.png",
    },
  })),

  "discord.com/api/oauth2/token": (asked) => {
    const body = tokens(asked)
    return body ? { body } : { status: 400, body: { error: "invalid_grant" } }
  },
  "discord.com/api/users/@me": forBearer(() => ({ body: discordUser })),
}
