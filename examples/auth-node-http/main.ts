// Sign-in by email with a plain server of Node. Run it: npx tsx examples/auth-node-http/main.ts
import { createServer } from "node:http"
// In your project: from "mortise/auth" and "mortise/memory", or the store of your choice.
import { createAuth } from "../../src/auth/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
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
      return { body: user ? pages.home(user.email) : pages.signIn(), cookies }
    }
    case "POST /sign-in": {
      const { email } = Object.fromEntries(new URLSearchParams(await request.clone().text()))
      const asked = await auth.email.request(request, { email })
      // The same words for everybody: nobody learns whose address is known here.
      return {
        body: pages.say(asked.ok ? "Look into your mailbox." : "That did not work."),
        cookies: asked.cookies,
      }
    }
    case "GET /auth/confirm": {
      const link = auth.email.peek(request)
      return link.ok
        ? { body: pages.confirm(link.email, link.fields) }
        : { status: 400, body: pages.say("This link is not whole.") }
    }
    case "POST /auth/confirm": {
      const signedIn = await auth.email.follow(request)
      if (signedIn.ok) return { status: 303, location: signedIn.returnTo, cookies: signedIn.cookies }
      return {
        status: 400,
        body: pages.say("This link was used, or is too old. Ask for another."),
        cookies: signedIn.cookies,
      }
    }
    case "POST /sign-out": {
      const { cookies } = await auth.sessions.signOut(request)
      return { status: 303, location: "/", cookies }
    }
    default:
      return { status: 404, body: pages.say("There is no such page.") }
  }
}

const server = createServer(async (message, response) => {
  try {
    const { status = 200, body, location, cookies = [] } = await answer(await toRequest(message, origin))
    response.statusCode = status
    if (location) response.setHeader("location", location)
    if (cookies.length > 0) response.setHeader("set-cookie", cookies)
    response.setHeader("content-type", "text/html; charset=utf-8")
    response.setHeader("cache-control", "no-store")
    response.end(body)
  } catch (error) {
    // Trouble with the store or the mailer. No cookie changes: whoever was signed in still is.
    console.error(error)
    response.statusCode = 503
    response.end("Please try again in a moment.")
  }
})
server.listen(port, () => console.log(`Open ${origin}`))
