// Sign-in by a typed code with Hono. Run it: npx tsx examples/auth-hono/main.ts
import { serve } from "@hono/node-server"
import { Hono } from "hono"
// In your project, import from "mortise/auth" and from the entry of your store.
import { cookieHeaders, createAuth, postedFields } from "../../packages/mortise/src/auth/index.ts"
import { memoryAdapter } from "../../packages/mortise/src/stores/memory/memory-adapter.ts"

const port = Number(process.env["PORT"] ?? 3000)
const origin = `http://localhost:${port}`

const auth = createAuth({
  adapter: memoryAdapter(),
  secret: process.env["AUTH_SECRET"] ?? crypto.randomUUID() + crypto.randomUUID(),
  origin,
  session: { strategy: "database" },
  email: { sendCode: ({ to, code }) => console.log(`Mail to ${to}: ${code}`) },
})

/** A JSON response that sets the cookies of a result. */
const json = (body: unknown, cookies: readonly string[], status = 200): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: cookieHeaders(cookies, { "content-type": "application/json" }),
  })

const app = new Hono()

app.get("/me", async (context) => {
  const { user, session, cookies } = await auth.sessions.read(context.req.raw)
  return json(user ? { email: user.email, expires: session.expires } : null, cookies)
})

app.post("/sign-in", async (context) => {
  const { email } = await postedFields(context.req.raw)
  const requested = await auth.email.request(context.req.raw, { email })
  return requested.ok
    ? json({ sent: true }, requested.cookies)
    : json({ error: requested.reason }, requested.cookies, 400)
})

app.post("/code", async (context) => {
  const signedIn = await auth.email.follow(context.req.raw)
  return signedIn.ok
    ? json({ email: signedIn.user.email }, signedIn.cookies)
    : json({ error: signedIn.reason }, signedIn.cookies, 400)
})

app.get("/sessions", async (context) => {
  const { user, cookies } = await auth.sessions.read(context.req.raw)
  return user ? json(await auth.sessions.list(user.id), cookies) : json(null, cookies, 401)
})

app.post("/sign-out", async (context) => {
  const signedOut = await auth.sessions.signOut(context.req.raw)
  // If the store is unavailable, the sign-out is pending and the next request retries it.
  return json({ ended: signedOut.ok }, signedOut.cookies)
})

// The store or the mailer failed. No cookie changes, so the user stays signed in.
app.onError((error) => {
  console.error(error)
  return json({ error: "unavailable" }, [], 503)
})

serve({ fetch: app.fetch, port }, () => console.log(`Open ${origin}/me`))
