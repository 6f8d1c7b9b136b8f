import { docsUrl } from "../program/docs-url.ts"
import type { Framework } from "./framework.ts"
import { printedLink } from "./printed-link.ts"

/** Auth.js in Hono, as docs/quickstart/hono.md shows it. */
export const hono: Framework = {
  package: "hono",
  packages: ["@hono/node-server", "@hono/auth-js", "@auth/core"],
  newPackages: ["hono"],
  devPackages: ["typescript", "@types/node"],
  ignored: ["dist/"],
  adapter: "adapter.ts",
  environment: ".env",
  isRunByNode: true,
  start: "node --env-file=.env server.ts",
  origin: "http://localhost:3000",
  routes: "/auth",
  page: docsUrl("quickstart/hono"),
  files: {
    "server.ts": `import GitHub from "@auth/core/providers/github"
import { authHandler, getAuthUser, initAuthConfig } from "@hono/auth-js"
import { serve } from "@hono/node-server"
import { Hono } from "hono"
import { sessionCallback } from "mortise"
import { adapter, schema } from "./adapter.ts"

// Scripts of the page can read the name, email and image of the user, and the fields that are named here.
const session = sessionCallback(schema, ["role"])

declare module "@auth/core/types" {
  interface Session {
    user: ReturnType<typeof session>["user"]
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
${printedLink(6)}
      ...(process.env.AUTH_GITHUB_ID
        ? [GitHub({ clientId: process.env.AUTH_GITHUB_ID, clientSecret: process.env.AUTH_GITHUB_SECRET ?? "" })]
        : []),
    ],
    callbacks: { session },
  })),
)

app.use("/auth/*", authHandler())

app.get("/", async (context) => {
  const visitor = await getAuthUser(context)
  const user = visitor?.session.user
  return user
    ? context.json({ email: user.email, role: user.role })
    : context.html(\`<a href="/auth/signin">Sign in</a>\`)
})

const port = Number(process.env.PORT ?? 3000)
const server = serve({ fetch: app.fetch, port }, () => console.log(\`Open http://localhost:\${port}\`))
server.on("error", (error) => {
  console.error(\`The server cannot listen on port \${port}: \${error.message}\`)
  process.exit(1)
})
`,
  },
  newFiles: {
    "tsconfig.json": `{
  "compilerOptions": {
    "target": "es2023",
    "module": "nodenext",
    "strict": true,
    "skipLibCheck": true,
    "types": ["node"],
    "rewriteRelativeImportExtensions": true,
    "outDir": "dist"
  }
}
`,
  },
}
