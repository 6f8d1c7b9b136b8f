import { Auth, type AuthConfig, skipCSRFCheck } from "@auth/core"
import type { Adapter } from "@auth/core/adapters"
import type { Provider } from "@auth/core/providers"
import Nodemailer from "@auth/core/providers/nodemailer"
import Passkey from "@auth/core/providers/passkey"
import {
  type Application,
  type ApplicationParts,
  providerId,
  readJson,
  respond,
  secret,
  sender,
} from "./application.ts"

const basePath = "/app/authjs"
const emailId = "nodemailer"
// All ports of localhost share their cookies. With the default name, the playground would end the session of another
// application.
const sessionCookie = "playground.session-token"

type Form = Readonly<Record<string, string>>

/**
 * The demo application over the real Auth.js. Its own routes (`callback/…`) are passed on unchanged. The JSON routes of
 * the page send the same forms that a page of Auth.js would send.
 */
export function openAuthjs(parts: ApplicationParts): Application {
  const { origin } = parts
  const config = buildConfig(parts)

  /** Sends a form to Auth.js, or a GET without one, with the cookies of the browser. */
  async function ask(browser: Request, path: string, form?: Form) {
    const response = await Auth(
      new Request(`${origin}${basePath}/${path}`, {
        headers: { cookie: browser.headers.get("cookie") ?? "", "x-auth-return-redirect": "1" },
        ...(form && { method: "POST", body: new URLSearchParams({ ...form, callbackUrl: origin }) }),
      }),
      config,
    )
    const body: unknown = await response.json()
    return { response, body, cookies: response.headers.getSetCookie() }
  }

  /** Sends a form, and reports the error in the URL that Auth.js redirects to. */
  async function submit(browser: Request, path: string, form: Form) {
    const { body, cookies } = await ask(browser, path, form)
    const { url } = body as { url?: string }
    const reason = url === undefined ? "Configuration" : new URL(url, origin).searchParams.get("error")
    return respond(reason ? { ok: false, reason } : { ok: true, url }, cookies)
  }

  async function readSession(browser: Request) {
    const { body, cookies } = await ask(browser, "session")
    return { user: (body as { user: { id: string } } | null)?.user ?? null, cookies }
  }

  const routes: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
    "GET session": async (request) => {
      const { user, cookies } = await readSession(request)
      return respond({ ok: true, user }, cookies)
    },
    "POST email": async (request) =>
      submit(request, `signin/${emailId}`, { email: String((await readJson(request))["email"]) }),
    "POST openid": (request) => submit(request, `signin/${providerId}`, {}),
    "POST passkey-options": async (request) => {
      const { action, email } = await readJson(request)
      const query = new URLSearchParams({
        action: String(action),
        ...(email ? { email: String(email) } : {}),
      })
      const { response, body, cookies } = await ask(request, `webauthn-options/passkey?${query}`)
      if (!response.ok) return respond({ ok: false, reason: "invalid_request" }, cookies)
      return respond({ ok: true, options: (body as { options: object }).options }, cookies)
    },
    "POST passkey": async (request) => {
      const { action, credential } = await readJson(request)
      return submit(request, "callback/passkey", {
        action: String(action),
        data: JSON.stringify(credential),
      })
    },
    "POST sign-out": (request) => submit(request, "signout", {}),
    "POST delete-user": async (request) => {
      const { user } = await readSession(request)
      if (!user) return respond({ ok: false, reason: "signed_out" })
      await config.adapter?.deleteUser?.(user.id)
      return respond({ ok: true })
    },
  }

  return {
    sessionCookie,
    handle: async (request) => {
      const { pathname } = new URL(request.url)
      const route = routes[`${request.method} ${pathname.slice(basePath.length + 1)}`]
      return route ? route(request) : Auth(request, config)
    },
  }
}

function buildConfig({ adapter, mailUrl, identity, passkeys, logs }: ApplicationParts): AuthConfig {
  const { issuer, clientId, clientSecret } = identity
  return {
    // The types of the two contracts differ in optional fields only.
    adapter: adapter as Adapter,
    providers: [
      // With exactOptionalPropertyTypes, its type is not assignable to Provider.
      Nodemailer({ server: mailUrl, from: sender }) as Provider,
      { id: providerId, name: "Acme", type: "oidc", issuer, clientId, clientSecret },
      ...(passkeys ? [Passkey({})] : []),
    ],
    basePath,
    secret,
    trustHost: true,
    // The server checks the Origin of every POST.
    skipCSRFCheck,
    // Auth.js remembers passkeys of another configuration in this process, and then requires it in all.
    experimental: { enableWebAuthn: true },
    pages: { signIn: "/", error: "/", verifyRequest: "/" },
    session: { strategy: "database" },
    cookies: { sessionToken: { name: sessionCookie } },
    callbacks: {
      session: ({ session: { expires }, user: { id, email, name } }) =>
        ({ expires, user: { id, email, name: name ?? null } }) as never,
    },
    // The page shows the operations and their errors.
    ...(!logs && { logger: { error() {}, warn() {}, debug() {} } }),
  }
}
