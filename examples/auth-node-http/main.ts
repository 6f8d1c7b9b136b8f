// Sign-in by a mailed link with node:http. Run it: npx tsx examples/auth-node-http/main.ts
import { createServer } from "node:http"
// In your project, import from "mortise/auth", "mortise/auth/node" and the entry of your store.
import { cookieHeaders, createAuth, postedFields } from "../../packages/mortise/src/auth/index.ts"
import { RequestError, sendResponse, toRequest } from "../../packages/mortise/src/auth/node/index.ts"
import { memoryAdapter } from "../../packages/mortise/src/stores/memory/memory-adapter.ts"
import * as pages from "./pages.ts"

const port = Number(process.env["PORT"] ?? 3000)
const origin = `http://localhost:${port}`

const auth = createAuth({
  adapter: memoryAdapter(),
  secret: process.env["AUTH_SECRET"] ?? crypto.randomUUID() + crypto.randomUUID(),
  origin,
  session: { strategy: "database" },
  email: { sendLink: ({ to, link }) => console.log(`Mail to ${to}: ${link}`) },
})

type Answer = { status?: number; location?: string; cookies?: readonly string[] }

function page(body: string | null, { status = 200, location, cookies = [] }: Answer = {}): Response {
  const headers = cookieHeaders(cookies, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    ...(location && { location }),
  })
  return new Response(body, { status, headers })
}

async function answer(request: Request): Promise<Response> {
  switch (`${request.method} ${new URL(request.url).pathname}`) {
    case "GET /": {
      const { user, cookies } = await auth.sessions.read(request)
      return page(user ? pages.home(user.email ?? user.id) : pages.signIn(), { cookies })
    }
    case "POST /sign-in": {
      const { email } = await postedFields(request)
      const { ok, cookies } = await auth.email.request(request, { email })
      // The page is the same for every valid address, so it does not reveal which users exist.
      return page(pages.message(ok ? "Check your mailbox." : "That did not work."), { cookies })
    }
    case "GET /auth/confirm": {
      const link = auth.email.peek(request)
      return link.ok
        ? page(pages.confirm(link.email, link.fields))
        : page(pages.message("This link is incomplete."), { status: 400 })
    }
    case "POST /auth/confirm": {
      const signedIn = await auth.email.follow(request)
      const { cookies } = signedIn
      if (signedIn.ok) return page(null, { status: 303, location: signedIn.returnTo, cookies })
      return page(pages.message("This link was used or has expired. Request another."), {
        status: 400,
        cookies,
      })
    }
    case "POST /sign-out": {
      const { cookies } = await auth.sessions.signOut(request)
      return page(null, { status: 303, location: "/", cookies })
    }
    default:
      return page(pages.message("Page not found."), { status: 404 })
  }
}

/** The response to an error. No cookie changes, so the user stays signed in. */
function failed(error: unknown): Response {
  // The body is too large, for example.
  if (error instanceof RequestError) return new Response(error.message, { status: error.status })
  // The store or the mailer failed.
  console.error(error)
  return new Response("Please try again in a moment.", { status: 503 })
}

const server = createServer(async (message, outgoing) => {
  await sendResponse(await toRequest(message, { origin }).then(answer).catch(failed), outgoing)
})
server.listen(port, () => console.log(`Open ${origin}`))
