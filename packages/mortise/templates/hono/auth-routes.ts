import GitHub from "@auth/core/providers/github"
import { authHandler, getAuthUser, initAuthConfig } from "@hono/auth-js"
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

// Without AUTH_URL, Auth.js would read its own address from the Host header, which a client can forge.
if (process.env.NODE_ENV !== "production") process.env.AUTH_URL ??= "http://localhost:3000"

export const authRoutes = new Hono()

authRoutes.use(
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

authRoutes.use("/auth/*", authHandler())

// Shows who is signed in. Your routes below authRoutes read the session in the same way.
authRoutes.get("/signed-in", async (context) => {
  const visitor = await getAuthUser(context)
  const user = visitor?.session.user
  return user
    ? context.json({ email: user.email, role: user.role })
    : context.redirect("/auth/signin?callbackUrl=/signed-in")
})
