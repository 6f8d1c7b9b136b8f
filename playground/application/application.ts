import { randomBytes } from "node:crypto"
import type { AuthAdapter } from "../../packages/mortise/src/auth/index.ts"
import type { IdentityProvider } from "../../packages/workshop/src/sign-in/oidc-provider.ts"
import type { ApplicationResponse, ContractAuthName } from "../protocol.ts"

/** What the demo application needs. */
export type ApplicationParts = {
  readonly adapter: AuthAdapter
  readonly origin: string
  /** The SMTP URL of the mail server. */
  readonly mailUrl: string
  readonly identity: IdentityProvider
  readonly now: () => number
  /** Whether people may sign in with a passkey. */
  readonly passkeys: boolean
  /** Whether Auth.js prints errors with its default logger. Default: false. */
  readonly logs?: boolean
}

/** The demo application, over one of the libraries. */
export type Application = {
  /** The name of the session cookie. */
  readonly sessionCookie: string
  /** Responds to a request below `/app/{auth}`; rejects if the store fails. */
  handle(request: Request): Promise<Response>
}

export const sender = "no-reply@localhost"
export const providerId = "acme"

/** Signs cookies and tokens. It is new in each process, as are the stores. */
export const secret = randomBytes(32).toString("base64url")

/** The URL that the OpenID provider redirects to. */
export const callbackUrl = (origin: string, auth: ContractAuthName): string =>
  `${origin}/app/${auth}/callback/${providerId}`

/** A response of one of the JSON routes. */
export function respond(
  body: ApplicationResponse<Readonly<Record<string, unknown>>>,
  cookies: readonly string[] = [],
  status = 200,
): Response {
  const headers = new Headers({ "content-type": "application/json", "cache-control": "private, no-store" })
  for (const cookie of cookies) headers.append("set-cookie", cookie)
  return new Response(JSON.stringify(body), { status: body.ok ? status : Math.max(status, 400), headers })
}

/** Redirects the browser to the page, with the reason if the sign-in failed. */
export function toPage(cookies: readonly string[], reason?: string): Response {
  const headers = new Headers({
    location: reason ? `/?${new URLSearchParams({ error: reason })}` : "/",
    "cache-control": "private, no-store",
  })
  for (const cookie of cookies) headers.append("set-cookie", cookie)
  return new Response(null, { status: 303, headers })
}

/** The JSON object in the body of a request; an empty object if there is none. */
export async function readJson(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => null)
  return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {}
}
