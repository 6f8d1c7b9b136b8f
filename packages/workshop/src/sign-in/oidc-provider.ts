import { generateKeyPairSync } from "node:crypto"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import Provider, { type Configuration } from "oidc-provider"
import { oidcRecords } from "./oidc-records.ts"

/** The claims of a person at the identity provider, besides `sub`. */
export type Claims = { name?: string; email?: string; picture?: string; account_number?: number }

export type IdentityProvider = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** How the application has answered each request about a logout. */
  readonly logouts: readonly ("success" | "error")[]
  close(): Promise<void>
}

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
const signingKey = { ...privateKey.export({ format: "jwk" }), kid: "test", use: "sig", alg: "RS256" }
const client = { clientId: "mortise", clientSecret: "not-a-secret" }

type Options = {
  readonly people: Readonly<Record<string, Claims>>
  readonly redirectUris: string[]
  /** The HTML of the page that posts `login`, the key of a person. Default: a page for programs. */
  readonly loginPage?: string
  /** Shows the login page also to a browser that has logged in before. Default: false. */
  readonly asksAlways?: boolean
  /** The HTML of the page that shows an error. Default: the page of oidc-provider. */
  readonly errorPage?: (message: string) => string
  /** The URLs of the application for logouts. Default: the provider tells nobody. */
  readonly logout?: {
    readonly backChannelUri: string
    readonly redirectUris: string[]
    readonly idTokenSeconds: number
  }
}

/**
 * A real OpenID provider on a free loopback port. A person logs in with a form that has one field, `login`, or refuses
 * with the field `cancel`.
 */
export async function startIdentityProvider(options: Options): Promise<IdentityProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, configuration(options))
  const answer = provider.callback()
  const logouts: ("success" | "error")[] = []
  provider.on("backchannel.success", () => logouts.push("success"))
  provider.on("backchannel.error", () => logouts.push("error"))
  server.on("request", (req, res) => {
    if (options.asksAlways) forgetLogin(req)
    if (req.url?.startsWith("/login/")) void logIn(provider, options.loginPage, req, res)
    else void answer(req, res)
  })
  return { issuer, ...client, logouts, close: () => stop(server) }
}

function configuration(options: Options): Configuration {
  return {
    adapter: oidcRecords(),
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: options.redirectUris,
        ...(options.logout && {
          backchannel_logout_uri: options.logout.backChannelUri,
          backchannel_logout_session_required: true,
          post_logout_redirect_uris: options.logout.redirectUris,
        }),
      },
    ],
    claims: { profile: ["name", "picture", "account_number"], email: ["email"] },
    // Auth.js reads the profile from the id token, so the claims belong there.
    conformIdTokenClaims: false,
    findAccount(_ctx, sub) {
      const claims = options.people[sub]
      return claims && { accountId: sub, claims: () => ({ sub, ...claims }) }
    },
    interactions: { url: (_ctx, interaction) => `/login/${interaction.uid}` },
    ...(options.errorPage && {
      renderError(ctx, { error_description: description, error }) {
        ctx.type = "html"
        ctx.body = options.errorPage?.(description ?? error)
      },
    }),
    features: {
      devInteractions: { enabled: false },
      ...(options.logout && { backchannelLogout: { enabled: true } }),
    },
    // By itself, it does not call an application on this machine.
    // Its own limit of 2.5 seconds is too short for a process that a busy machine has just started.
    fetch: (url, init) =>
      fetch(url, { ...init, dispatcher: undefined, signal: AbortSignal.timeout(60_000) } as RequestInit),
    cookies: { keys: ["not-a-secret"] },
    jwks: { keys: [signingKey] },
    ttl: {
      AccessToken: 3600,
      IdToken: options.logout?.idTokenSeconds ?? 3600,
      Interaction: 600,
      Session: 3600,
      Grant: 3600,
      AuthorizationCode: 60,
    },
  }
}

/** Removes the session of the provider from a request: to the provider, the browser has never logged in. */
function forgetLogin({ headers }: IncomingMessage): void {
  const others = headers.cookie?.split("; ").filter((pair) => !pair.startsWith("_session"))
  if (others) headers.cookie = others.join("; ")
}

/** Logs in the person of the form and gives consent, as a login page would. */
async function logIn(
  provider: Provider,
  loginPage = "Who are you?",
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const form = new URLSearchParams(await text(req))
  const sub = form.get("login")
  if (form.has("cancel"))
    return provider.interactionFinished(req, res, {
      error: "access_denied",
      error_description: "The person cancelled the login.",
    })
  if (req.method !== "POST" || !sub) {
    res.setHeader("content-type", "text/html; charset=utf-8")
    res.end(loginPage)
    return
  }
  const { params } = await provider.interactionDetails(req, res)
  const grant = new provider.Grant({ accountId: sub, clientId: String(params.client_id) })
  grant.addOIDCScope(String(params.scope))
  const grantId = await grant.save()
  await provider.interactionFinished(req, res, { login: { accountId: sub }, consent: { grantId } })
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
