import GitHub from "@auth/core/providers/github"
import { authHandler, getAuthUser, initAuthConfig } from "@hono/auth-js"
import { serve } from "@hono/node-server"
import { Hono } from "hono"
import { printMail, sessionCallback } from "mortise"
import { adapter, schema } from "./adapter.ts"

// Scripts of the page can read the name, email and image of the user, and the fields that are named here.
const session = sessionCallback(schema, ["role"])

declare module "@auth/core/types" {
  interface Session {
    user: ReturnType<typeof session>["user"]
  }
}

const port = Number(process.env.PORT ?? 3000)

// Without AUTH_URL, Auth.js would read its own address from the Host header, which a client can forge.
if (process.env.NODE_ENV !== "production") process.env.AUTH_URL ??= `http://localhost:${port}`

const app = new Hono()

app.use(
  initAuthConfig(() => ({
    adapter,
    basePath: "/auth",
    secret: process.env.AUTH_SECRET ?? "",
    session: { strategy: "database" },
    providers: [
      // {{printed-link}}
      ...(process.env.AUTH_GITHUB_ID
        ? [GitHub({ clientId: process.env.AUTH_GITHUB_ID, clientSecret: process.env.AUTH_GITHUB_SECRET ?? "" })]
        : []),
    ],
    callbacks: { session },
    // {{logger}}
  })),
)

app.use("/auth/*", authHandler())

app.get("/", async (context) => {
  const visitor = await getAuthUser(context)
  const user = visitor?.session.user
  return user
    ? context.json({ email: user.email, role: user.role })
    : context.html(`<a href="/auth/signin">Sign in</a>`)
})

const server = serve({ fetch: app.fetch, port }, () => console.log(`Open http://localhost:${port}`))
server.on("error", (error) => {
  console.error(`The server cannot listen on port ${port}: ${error.message}`)
  process.exit(1)
})
