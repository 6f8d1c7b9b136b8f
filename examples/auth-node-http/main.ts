// Sign-in by a mailed link with node:http. Run it: npx tsx examples/auth-node-http/main.ts
import { createServer } from "node:http"
// In your project, import from "mortise/auth" and from the entry of your store.
import { cookieHeaders, createAuth } from "../../packages/mortise/src/auth/index.ts"
import { memoryAdapter } from "../../packages/mortise/src/stores/memory/memory-adapter.ts"
import * as pages from "./pages.ts"
import { toRequest } from "./to-request.ts"

const port = Number(process.env["PORT"] ?? 3000)
const origin = `http://localhost:${port}`

const auth = createAuth({
  adapter: memoryAdapter(),
  secret: process.env["AUTH_SECRET"] ?? crypto.randomUUID() + crypto.randomUUID(),
  origin,
  session: { strategy: "database" },
  email: { sendLink: ({ to, link }) => console.log(`Mail to ${to}: ${link}`) },
})

type Answer = { status?: number; body?: string; location?: string; cookies?: readonly string[] }

async function answer(request: Request): Promise<Answer> {
  switch (`${request.method} ${new URL(request.url).pathname}`) {
    case "GET /": {
      const { user, cookies } = await auth.sessions.read(request)
      return { body: user ? pages.home(user.email ?? user.id) : pages.signIn(), cookies }
    }
    case "POST /sign-in": {
      const { email } = Object.fromEntries(new URLSearchParams(await request.clone().text()))
      const requested = await auth.email.request(request, { email })
      // The page is the same for every valid address, so it does not reveal which users exist.
      return {
        body: pages.message(requested.ok ? "Check your mailbox." : "That did not work."),
        cookies: requested.cookies,
      }
    }
    case "GET /auth/confirm": {
      const link = auth.email.peek(request)
      return link.ok
        ? { body: pages.confirm(link.email, link.fields) }
        : { status: 400, body: pages.message("This link is incomplete.") }
    }
    case "POST /auth/confirm": {
      const signedIn = await auth.email.follow(request)
      if (signedIn.ok) return { status: 303, location: signedIn.returnTo, cookies: signedIn.cookies }
      return {
        status: 400,
        body: pages.message("This link was used or has expired. Request another."),
        cookies: signedIn.cookies,
      }
    }
    case "POST /sign-out": {
      const { cookies } = await auth.sessions.signOut(request)
      return { status: 303, location: "/", cookies }
    }
    default:
      return { status: 404, body: pages.message("Page not found.") }
  }
}

const server = createServer(async (message, response) => {
  try {
    const { status = 200, body, location, cookies = [] } = await answer(await toRequest(message, origin))
    response.statusCode = status
    response.setHeaders(
      cookieHeaders(cookies, {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        ...(location && { location }),
      }),
    )
    response.end(body)
  } catch (error) {
    // The store or the mailer failed. No cookie changes, so the user stays signed in.
    console.error(error)
    response.statusCode = 503
    response.end("Please try again in a moment.")
  }
})
server.listen(port, () => console.log(`Open ${origin}`))
