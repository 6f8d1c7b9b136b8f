// Sign-in through an OpenID provider with Express. Run it with the provider's data in the environment:
// ISSUER=… CLIENT_ID=… CLIENT_SECRET=… npx tsx examples/auth-express/main.ts
import express, { type Request as ExpressRequest, type Response as ExpressResponse } from "express"
// In your project: from "mortise/auth" and "mortise/memory", or the store of your choice.
import { createAuth } from "../../src/auth/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"

const {
  ISSUER = "https://accounts.google.com",
  CLIENT_ID = "app",
  CLIENT_SECRET = "",
  AUTH_SECRET,
  PORT,
} = process.env
const port = Number(PORT ?? 3000)
const origin = `http://localhost:${port}`

// The strategy is jwt: the cookie holds the session, and the store only what ended before its time.
const auth = createAuth({
  adapter: memoryAdapter(),
  secret: AUTH_SECRET ?? crypto.randomUUID() + crypto.randomUUID(),
  origin,
  providers: [
    { id: "openid", type: "oidc", issuer: ISSUER, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET },
  ],
})

/** The functions of `mortise/auth` take a Request; none of those used here reads a body. */
function toRequest({ method, originalUrl, headers }: ExpressRequest): Request {
  const lines = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  return new Request(new URL(originalUrl, origin), { method, headers: lines })
}

function go(response: ExpressResponse, to: string, cookies: readonly string[]): void {
  response.append("set-cookie", [...cookies])
  response.redirect(303, to)
}

const app = express()

app.get("/", async (request, response) => {
  const { user, cookies } = await auth.sessions.read(toRequest(request))
  response.append("set-cookie", [...cookies])
  response.json(user ? { name: user.name } : null)
})

app.get("/sign-in", async (request, response) => {
  const started = await auth.oauth.start(toRequest(request), "openid", {
    returnTo: request.query["returnTo"],
  })
  if (started.ok) go(response, started.url, started.cookies)
  else response.status(400).json({ error: started.reason })
})

app.get("/auth/callback/openid", async (request, response) => {
  const answer = await auth.oauth.callback(toRequest(request))
  if (answer.ok) go(response, answer.returnTo, answer.cookies)
  else
    response
      .append("set-cookie", [...answer.cookies])
      .status(400)
      .json({ error: answer.reason })
})

app.post("/sign-out", async (request, response) => {
  const signedOut = await auth.sessions.signOut(toRequest(request))
  go(response, signedOut.ok ? "/" : "/?sign-out=pending", signedOut.cookies)
})

// Trouble with the store or the provider. No cookie changes: whoever was signed in still is.
app.use((error: unknown, _request: ExpressRequest, response: ExpressResponse, _next: unknown) => {
  console.error(error)
  response.status(503).json({ error: "unavailable" })
})

app.listen(port, () => console.log(`Open ${origin}`))
