import { Hono } from "hono"
import { getSession, handleAuth } from "./auth"

const app = new Hono()

app.all("/auth/*", (context) => handleAuth(context.req.raw))

app.get("/", async (context) => {
  const { session, cookies } = await getSession(context.req.raw)
  for (const cookie of cookies) context.header("set-cookie", cookie, { append: true })
  context.header("cache-control", "private, no-store")
  return session
    ? context.json({ email: session.user.email, role: session.user.role })
    : context.html(`<a href="/auth/signin">Sign in</a>`)
})

export default app
