import { betterAuth } from "better-auth"
import { magicLink } from "better-auth/plugins/magic-link"
import nodemailer from "nodemailer"
import { type AuthRows, browseAuth } from "../../packages/mortise/src/better-auth/browse.ts"
import { type Database, mortiseDatabase } from "../../packages/mortise/src/better-auth/index.ts"
import { migrate } from "../../packages/mortise/src/better-auth/migrate/index.ts"
import {
  type Application,
  type ApplicationParts,
  readJson,
  respond,
  secret,
  sender,
  toPage,
} from "./application.ts"
import { notFoundPage } from "./html-page.ts"

const basePath = "/app/better-auth"
const cookiePrefix = "playground-better-auth"
const daySeconds = 24 * 3600

type Parts = Pick<ApplicationParts, "origin" | "mailUrl"> & {
  /** The client of a SQL database. */
  readonly client: object
  readonly onStatement: (text: string) => void
  /** Reports the calls of the adapter. */
  readonly watch: (database: Database) => Database
}

/** The demo application over Better Auth, and the rows of its tables. */
export type BetterAuthApplication = Application & { readonly rows: AuthRows }

/** Creates the tables of Better Auth, and opens the demo application over it: people sign in by mailed link. */
export async function openBetterAuth(parts: Parts): Promise<BetterAuthApplication> {
  const { origin } = parts
  const database = mortiseDatabase(parts.client, { onStatement: parts.onStatement })
  const config = buildConfig(parts)
  const plain = { options: { ...config, database } }
  await migrate(plain)
  const rows = await browseAuth(plain)
  const { handler } = betterAuth({ ...config, database: parts.watch(database) })

  /** Posts JSON to Better Auth, or sends a GET without it, with the cookies of the browser. */
  async function ask(browser: Request, path: string, json?: object) {
    const cookie = browser.headers.get("cookie") ?? ""
    const response = await handler(
      new Request(`${origin}${basePath}/${path}`, {
        headers: { cookie, origin, "content-type": "application/json" },
        ...(json && { method: "POST", body: JSON.stringify(json) }),
      }),
    )
    return { response, cookies: response.headers.getSetCookie() }
  }

  async function submit(browser: Request, path: string, json: object) {
    const { response, cookies } = await ask(browser, path, json)
    return response.ok ? respond({ ok: true }, cookies) : refusal(response, cookies)
  }

  const routes: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
    "GET session": async (request) => {
      const { response, cookies } = await ask(request, "get-session")
      if (!response.ok) return refusal(response, cookies)
      const session = (await response.json()) as { user: { id: string; email: string; name: string } } | null
      const user = session && {
        id: session.user.id,
        email: session.user.email,
        name: session.user.name || null,
      }
      return respond({ ok: true, user }, cookies)
    },
    "POST email": async (request) =>
      submit(request, "sign-in/magic-link", { email: (await readJson(request))["email"], callbackURL: "/" }),
    "POST sign-out": (request) => submit(request, "sign-out", {}),
    "POST delete-user": (request) => submit(request, "delete-user", {}),
    // The link of an email.
    "GET magic-link/verify": async (request) => {
      const response = await handler(request)
      return response.status < 500 ? response : toPage([], "unavailable")
    },
  }

  return {
    sessionCookie: `${cookiePrefix}.session_token`,
    rows,
    handle: async (request) => {
      const { pathname } = new URL(request.url)
      const route = routes[`${request.method} ${pathname.slice(basePath.length + 1)}`]
      return route ? route(request) : notFoundPage()
    },
  }
}

/** Better Auth answers with a status of 500 or more if the store fails, and otherwise with a code. */
async function refusal(response: Response, cookies: readonly string[]): Promise<Response> {
  if (response.status >= 500) return respond({ ok: false, reason: "unavailable" }, cookies, 503)
  const { code } = (await response.json()) as { code?: string }
  return respond({ ok: false, reason: code ?? "" }, cookies, response.status)
}

function buildConfig({ origin, mailUrl }: Parts) {
  const transport = nodemailer.createTransport(mailUrl)
  return {
    baseURL: origin,
    basePath,
    secret,
    plugins: [
      magicLink({
        storeToken: "hashed",
        sendMagicLink: async ({ email, url }) =>
          void (await transport.sendMail({
            from: sender,
            to: email,
            subject: "Sign in to the playground",
            text: url,
          })),
      }),
    ],
    // As long as the sessions of the other libraries. A user can be deleted in any of them.
    session: { expiresIn: 30 * daySeconds, updateAge: daySeconds, freshAge: 0 },
    user: { deleteUser: { enabled: true } },
    advanced: { cookiePrefix, useSecureCookies: false },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // The page shows the calls and their errors.
    logger: { disabled: true },
  }
}
