// Sign-in through an OpenID provider with Express. Run it with the client of your provider:
// ISSUER=… CLIENT_ID=… CLIENT_SECRET=… npx tsx examples/auth-express/main.ts
import express, { type Request as ExpressRequest, type Response as ExpressResponse } from "express"
// In your project, import from "mortise/auth", "mortise/auth/node" and the entry of your store.
import { cookieHeaders, createAuth } from "../../packages/mortise/src/auth/index.ts"
import { RequestError, toRequest } from "../../packages/mortise/src/auth/node/index.ts"
import { memoryAdapter } from "../../packages/mortise/src/stores/memory/memory-adapter.ts"

const {
  ISSUER = "https://accounts.google.com",
  CLIENT_ID = "app",
  CLIENT_SECRET = "",
  AUTH_SECRET,
  PORT,
} = process.env
const port = Number(PORT ?? 3000)
const origin = `http://localhost:${port}`

// The default strategy is jwt: the cookie holds the session, and the store holds only revocations.
const auth = createAuth({
  adapter: memoryAdapter(),
  secret: AUTH_SECRET ?? crypto.randomUUID() + crypto.randomUUID(),
  origin,
  providers: [
    { id: "openid", type: "oidc", issuer: ISSUER, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET },
  ],
})

function redirect(response: ExpressResponse, to: string, cookies: readonly string[]): void {
  response.setHeaders(cookieHeaders(cookies))
  response.redirect(303, to)
}

const app = express()

app.get("/", async (request, response) => {
  const { user, cookies } = await auth.sessions.read(await toRequest(request, { origin }))
  response.setHeaders(cookieHeaders(cookies))
  response.json(user ? { name: user.name } : null)
})

app.get("/sign-in", async (request, response) => {
  const started = await auth.oauth.start(await toRequest(request, { origin }), "openid", {
    returnTo: request.query["returnTo"],
  })
  if (started.ok) redirect(response, started.url, started.cookies)
  else response.status(400).json({ error: started.reason })
})

app.get("/auth/callback/openid", async (request, response) => {
  const result = await auth.oauth.callback(await toRequest(request, { origin }))
  if (result.ok) redirect(response, result.returnTo, result.cookies)
  else response.setHeaders(cookieHeaders(result.cookies)).status(400).json({ error: result.reason })
})

app.post("/sign-out", async (request, response) => {
  const signedOut = await auth.sessions.signOut(await toRequest(request, { origin }))
  redirect(response, signedOut.ok ? "/" : "/?sign-out=pending", signedOut.cookies)
})

// The store or the provider failed. No cookie changes, so the user stays signed in.
app.use((error: unknown, _request: ExpressRequest, response: ExpressResponse, _next: unknown) => {
  // The body is too large, for example.
  if (error instanceof RequestError) return response.status(error.status).json({ error: error.message })
  console.error(error)
  response.status(503).json({ error: "unavailable" })
})

app.listen(port, () => console.log(`Open ${origin}`))
