import nodemailer from "nodemailer"
import * as webauthn from "simplewebauthn-14"
import { type Auth, createAuth, type Provider } from "../../packages/mortise/src/auth/index.ts"
import type { User } from "../../packages/mortise/src/index.ts"
import {
  type Application,
  type ApplicationParts,
  providerId,
  readJson,
  respond,
  secret,
  sender,
  toPage,
} from "./application.ts"
import { confirmPage } from "./confirm-page.ts"
import { notFoundPage } from "./html-page.ts"

const basePath = "/app/mortise"

type Route = (request: Request) => Promise<Response>
type Outcome = { readonly ok: boolean; readonly reason?: string; readonly cookies: readonly string[] }

/** The demo application over `mortise/auth`. */
export function openMortise(parts: ApplicationParts): Application {
  const auth = openAuth(parts)
  const routes = { ...jsonRoutes(auth), ...pageRoutes(auth) }
  return {
    sessionCookie: "mortise.session",
    handle: async (request) => {
      const { pathname } = new URL(request.url)
      const route = routes[`${request.method} ${pathname.slice(basePath.length + 1)}`]
      return route ? route(request) : notFoundPage()
    },
  }
}

function openAuth({
  adapter,
  origin,
  mailUrl,
  identity,
  now,
  passkeys,
}: ApplicationParts): Auth<User, "database"> {
  const transport = nodemailer.createTransport(mailUrl)
  const { issuer, clientId, clientSecret } = identity
  const acme: Provider = {
    id: providerId,
    type: "oidc",
    issuer,
    clientId,
    clientSecret,
    // The provider has verified the addresses of its people, but has no claim for it.
    profile: ({ sub, name, email }) => ({
      id: sub as string,
      name: name as string,
      email: email as string | undefined,
      emailVerified: true,
    }),
  }
  return createAuth({
    adapter,
    secret,
    origin,
    now,
    session: { strategy: "database" },
    providers: [acme],
    ...(passkeys && { passkeys: { name: "Mortise playground", webauthn } }),
    email: {
      sendLink: ({ to, link }) =>
        transport.sendMail({ from: sender, to, subject: "Sign in to the playground", text: link }),
    },
    paths: { callback: `${basePath}/callback`, emailLink: `${basePath}/confirm` },
    // The page has a button that sweeps.
    sweep: false,
  })
}

const answer = ({ ok, reason = "", cookies }: Outcome): Response =>
  respond(ok ? { ok } : { ok: false, reason }, cookies)

/** The routes that the page calls. */
function jsonRoutes(auth: Auth<User, "database">): Readonly<Record<string, Route>> {
  const { sessions, email, oauth, passkeys } = auth
  return {
    "GET session": async (request) => {
      const { user, cookies } = await sessions.read(request)
      const shown = user && { id: user.id, email: user.email, name: user.name }
      return respond({ ok: true, user: shown }, cookies)
    },
    "POST email": async (request) =>
      answer(await email.request(request, { email: (await readJson(request))["email"] })),
    "POST openid": async (request) => {
      const started = await oauth.start(request, providerId)
      return started.ok ? respond({ ok: true, url: started.url }, started.cookies) : answer(started)
    },
    "POST passkey-options": async (request) => {
      const { action, email: name } = await readJson(request)
      const ceremony = await (action === "register"
        ? passkeys.registrationOptions(request, { name })
        : passkeys.authenticationOptions(request))
      return ceremony.ok
        ? respond({ ok: true, options: ceremony.options }, ceremony.cookies)
        : answer(ceremony)
    },
    "POST passkey": async (request) => {
      const { action, credential } = await readJson(request)
      const { method, headers, url } = request
      const posted = new Request(url, { method, headers, body: JSON.stringify(credential) })
      return answer(
        await (action === "register"
          ? passkeys.verifyRegistration(posted)
          : passkeys.verifyAuthentication(posted)),
      )
    },
    "POST sign-out": async (request) => answer(await sessions.signOut(request)),
    "POST delete-user": async (request) => {
      const { user, cookies } = await sessions.read(request)
      if (!user) return answer({ ok: false, reason: "signed_out", cookies })
      await auth.users.delete(user.id)
      return answer({ ok: true, cookies: [] })
    },
  }
}

/** The routes that the browser opens: the link of an email, and the return from the OpenID provider. */
function pageRoutes({ email, oauth }: Auth<User, "database">): Readonly<Record<string, Route>> {
  const finish = (outcome: Outcome) => toPage(outcome.cookies, outcome.reason)
  return {
    "GET confirm": async (request) => {
      const link = email.peek(request)
      return link.ok ? confirmPage(link.email, link.fields) : finish(link)
    },
    "POST confirm": async (request) => finish(await email.follow(request)),
    [`GET callback/${providerId}`]: async (request) => finish(await oauth.callback(request)),
  }
}
