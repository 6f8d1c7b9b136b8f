import { docsUrl } from "../program/docs-url.ts"
import type { Framework } from "./framework.ts"
import { loggerText, nodeServer, nodeTsconfig, printedLink, sessionText } from "./template-parts.ts"

const mountText = (application: string): string => `${application}.use(
  initAuthConfig(() => ({
    adapter,
    basePath: "/auth",
    secret: process.env.AUTH_SECRET ?? "",
    session: { strategy: "database" },
    providers: [
${printedLink(6)}
      ...(process.env.AUTH_GITHUB_ID
        ? [GitHub({ clientId: process.env.AUTH_GITHUB_ID, clientSecret: process.env.AUTH_GITHUB_SECRET ?? "" })]
        : []),
    ],
    callbacks: { session },
${loggerText(4)}
  })),
)

${application}.use("/auth/*", authHandler())

`

/** Auth.js in Hono, as docs/quickstart/hono.md shows it. */
export const hono: Framework = {
  ...nodeServer,
  package: "hono",
  packages: ["@hono/auth-js", "@auth/core"],
  newPackages: ["hono", "@hono/node-server"],
  devPackages: ["typescript", "@types/node"],
  page: docsUrl("quickstart/hono"),
  files: {},
  newFiles: {
    "server.ts": `import GitHub from "@auth/core/providers/github"
import { authHandler, getAuthUser, initAuthConfig } from "@hono/auth-js"
import { serve } from "@hono/node-server"
import { Hono } from "hono"
import { printMail, sessionCallback } from "mortise"
import { adapter, schema } from "./adapter.ts"

${sessionText("@auth/core/types")}

const port = Number(process.env.PORT ?? 3000)

// Without AUTH_URL, Auth.js would read its own address from the Host header, which a client can forge.
if (process.env.NODE_ENV !== "production") process.env.AUTH_URL ??= \`http://localhost:\${port}\`

const app = new Hono()

${mountText("app")}app.get("/", async (context) => {
  const visitor = await getAuthUser(context)
  const user = visitor?.session.user
  return user
    ? context.json({ email: user.email, role: user.role })
    : context.html(\`<a href="/auth/signin">Sign in</a>\`)
})

const server = serve({ fetch: app.fetch, port }, () => console.log(\`Open http://localhost:\${port}\`))
server.on("error", (error) => {
  console.error(\`The server cannot listen on port \${port}: \${error.message}\`)
  process.exit(1)
})
`,
    "tsconfig.json": nodeTsconfig,
  },
  existing: {
    files: {
      "auth-routes.ts": `import GitHub from "@auth/core/providers/github"
import { authHandler, getAuthUser, initAuthConfig } from "@hono/auth-js"
import { Hono } from "hono"
import { printMail, sessionCallback } from "mortise"
import { adapter, schema } from "./adapter.ts"

${sessionText("@auth/core/types")}

// Without AUTH_URL, Auth.js would read its own address from the Host header, which a client can forge.
if (process.env.NODE_ENV !== "production") process.env.AUTH_URL ??= "http://localhost:3000"

export const authRoutes = new Hono()

${mountText("authRoutes")}// Shows who is signed in. Your routes below authRoutes read the session in the same way.
authRoutes.get("/signed-in", async (context) => {
  const visitor = await getAuthUser(context)
  const user = visitor?.session.user
  return user
    ? context.json({ email: user.email, role: user.role })
    : context.redirect("/auth/signin?callbackUrl=/signed-in")
})
`,
    },
    call: {
      creates: /^[ \t]*(?:export )?(?:const|let|var)\s+(\w+)\s*=\s*new Hono(?:<[^()]*>)?\(\)/m,
      isDone: /\bauthRoutes\b|\binitAuthConfig\(/,
      module: "auth-routes",
      imported: "authRoutes",
      line: (application) => `${application}.route("/", authRoutes)`,
    },
  },
}
