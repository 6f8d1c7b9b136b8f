import { Auth, type AuthConfig } from "@auth/core"
import type { Session } from "@auth/core/types"
import { printMail } from "mortise"
import { d1Adapter } from "mortise/d1"

type Env = { readonly DB: D1Database; readonly AUTH_SECRET: string }

const configuration = (env: Env): AuthConfig => ({
  adapter: d1Adapter(env.DB),
  basePath: "/auth",
  secret: env.AUTH_SECRET,
  // No AUTH_URL: the address is that of the request, and a worker gets requests for its own hosts only.
  trustHost: true,
  providers: [
    {
      id: "email",
      type: "email",
      name: "Email",
      maxAge: 600,
      // Replace it with a request to your mail service.
      sendVerificationRequest: printMail,
    },
  ],
})

const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** The page, for a visitor or a user. A session that is in use is extended, so its cookie is sent again. */
async function home(request: Request, config: AuthConfig): Promise<Response> {
  const { headers } = request
  const answer = await Auth(new Request(new URL("/auth/session", request.url), { headers }), config)
  if (!answer.ok) return new Response("Please try again in a moment.", { status: 503 })
  const session: Session | null = await answer.json()
  const content = session
    ? `<p>Hello ${escaped(session.user?.email ?? "")}</p><a href="/auth/signout">Sign out</a>`
    : `<a href="/auth/signin">Sign in</a>`
  const page = new Response(`<!doctype html><meta charset="utf-8"><title>App</title>${content}`)
  page.headers.set("content-type", "text/html")
  page.headers.set("cache-control", "private, no-store")
  for (const cookie of answer.headers.getSetCookie()) page.headers.append("set-cookie", cookie)
  return page
}

export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url)
    const config = configuration(env)
    if (pathname.startsWith("/auth/")) return Auth(request, config)
    return pathname === "/" ? home(request, config) : new Response("Not found", { status: 404 })
  },
} satisfies ExportedHandler<Env>
