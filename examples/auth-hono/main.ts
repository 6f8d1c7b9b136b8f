// Sign-in by a typed code with Hono. Run it: npx tsx examples/auth-hono/main.ts
import { serve } from "@hono/node-server"
import { type Context, Hono } from "hono"
// In your project: from "mortise/auth" and "mortise/memory", or the store of your choice.
import { createAuth } from "../../src/auth/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"

const port = Number(process.env["PORT"] ?? 3000)
const origin = `http://localhost:${port}`

const auth = createAuth({
  adapter: memoryAdapter(),
  secret: process.env["AUTH_SECRET"] ?? crypto.randomUUID() + crypto.randomUUID(),
  origin,
  session: { strategy: "database" },
  email: { sendCode: ({ to, code }) => console.log(`Mail to ${to}: ${code}`) },
})

const setCookies = (context: Context, cookies: readonly string[]): void => {
  for (const cookie of cookies) context.header("set-cookie", cookie, { append: true })
}

const app = new Hono()

app.get("/me", async (context) => {
  const { user, session, cookies } = await auth.sessions.read(context.req.raw)
  setCookies(context, cookies)
  return context.json(user ? { email: user.email, expires: session.expires } : null)
})

app.post("/sign-in", async (context) => {
  const { email } = await context.req.json<{ email?: unknown }>()
  const asked = await auth.email.request(context.req.raw, { email })
  setCookies(context, asked.cookies)
  return asked.ok ? context.json({ sent: true }) : context.json({ error: asked.reason }, 400)
})

app.post("/code", async (context) => {
  const signedIn = await auth.email.follow(context.req.raw)
  setCookies(context, signedIn.cookies)
  return signedIn.ok
    ? context.json({ email: signedIn.user.email })
    : context.json({ error: signedIn.reason }, 400)
})

app.get("/sessions", async (context) => {
  const { user } = await auth.sessions.read(context.req.raw)
  return user ? context.json(await auth.sessions.list(user.id)) : context.json(null, 401)
})

app.post("/sign-out", async (context) => {
  const signedOut = await auth.sessions.signOut(context.req.raw)
  setCookies(context, signedOut.cookies)
  // Pending: the store was not there, and the next visit ends the session.
  return context.json({ ended: signedOut.ok })
})

// Trouble with the store or the mailer. No cookie changes: whoever was signed in still is.
app.onError((error, context) => {
  console.error(error)
  return context.json({ error: "unavailable" }, 503)
})

serve({ fetch: app.fetch, port }, () => console.log(`Open ${origin}/me`))
