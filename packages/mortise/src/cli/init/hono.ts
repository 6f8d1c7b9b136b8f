import type { Framework } from "./framework.ts"

/** Auth.js in Hono, as docs/quickstart/hono.md shows it. */
export const hono: Framework = {
  package: "hono",
  packages: ["@hono/node-server", "@hono/auth-js", "@auth/core"],
  adapter: "adapter.ts",
  environment: ".env",
  page: "https://github.com/mortise-auth/mortise/blob/main/docs/quickstart/hono.md",
  files: {
    "server.ts": `import GitHub from "@auth/core/providers/github"
import type { DefaultSession } from "@auth/core/types"
import { authHandler, getAuthUser, initAuthConfig } from "@hono/auth-js"
import { serve } from "@hono/node-server"
import { Hono } from "hono"
import type { UserFields } from "mortise"
import { adapter, type schema } from "./adapter.ts"

declare module "@auth/core/types" {
  interface User extends Partial<UserFields<typeof schema>> {}
  interface Session {
    user: UserFields<typeof schema> & DefaultSession["user"]
  }
}

const app = new Hono()

app.use(
  initAuthConfig(() => ({
    adapter,
    basePath: "/auth",
    secret: process.env.AUTH_SECRET ?? "",
    session: { strategy: "database" },
    providers: [
      GitHub({ clientId: process.env.AUTH_GITHUB_ID ?? "", clientSecret: process.env.AUTH_GITHUB_SECRET ?? "" }),
    ],
    callbacks: {
      // Auth.js gives the application the name, email and image only; add what else it may see.
      session: ({ session, user }) => ({ ...session, user: { ...session.user, role: user.role } }),
    },
  })),
)

app.use("/auth/*", authHandler())

app.get("/", async (context) => {
  const visitor = await getAuthUser(context)
  const user = visitor?.session.user
  return user
    ? context.json({ email: user.email, role: user.role })
    : context.html(\`<a href="/auth/signin">Sign in with GitHub</a>\`)
})

const port = Number(process.env.PORT ?? 3000)
serve({ fetch: app.fetch, port }, () => console.log(\`Open http://localhost:\${port}\`))
`,
  },
}
