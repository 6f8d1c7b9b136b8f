import { docsUrl } from "../program/docs-url.ts"
import type { Framework } from "./framework.ts"
import { printedLink, sessionText } from "./template-parts.ts"

const authText = `import { Auth, type AuthConfig } from "@auth/core"
import GitHub from "@auth/core/providers/github"
import type { Session } from "@auth/core/types"
import { env } from "cloudflare:workers"
import { printMail, sessionCallback } from "mortise"
import { adapter, schema } from "./adapter"

${sessionText("@auth/core/types")}

export const config: AuthConfig = {
  adapter,
  basePath: "/auth",
  secret: env.AUTH_SECRET,
  // No AUTH_URL: the address is that of the request, and a worker gets requests for its own hosts only.
  trustHost: true,
  session: { strategy: "database" },
  providers: [
${printedLink(4)}
    ...(env.AUTH_GITHUB_ID
      ? [GitHub({ clientId: env.AUTH_GITHUB_ID, clientSecret: env.AUTH_GITHUB_SECRET })]
      : []),
  ],
  callbacks: { session },
}

/** Answers the requests below /auth. */
export const handleAuth = (request: Request): Promise<Response> => Auth(request, config)

/** The session of a request, and the cookies that the response must set: a session in use is extended. */
export async function getSession(
  request: Request,
): Promise<{ session: Session | null; cookies: string[] }> {
  const { headers } = request
  const answer = await Auth(new Request(new URL("/auth/session", request.url), { headers }), config)
  if (!answer.ok) throw new Error("The session could not be read.")
  return { session: await answer.json(), cookies: answer.headers.getSetCookie() }
}
`

const plainText = `import { getSession, handleAuth } from "./auth"

export default {
  async fetch(request) {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith("/auth/")) return handleAuth(request)
    if (pathname !== "/") return new Response("Not found", { status: 404 })
    const { session, cookies } = await getSession(request)
    const headers = new Headers(cookies.map((cookie) => ["set-cookie", cookie]))
    headers.set("cache-control", "private, no-store")
    if (session) return Response.json({ email: session.user.email, role: session.user.role }, { headers })
    headers.set("content-type", "text/html")
    return new Response(\`<a href="/auth/signin">Sign in</a>\`, { headers })
  },
} satisfies ExportedHandler<Env>
`

const honoText = `import { Hono } from "hono"
import { getSession, handleAuth } from "./auth"

const app = new Hono()

app.all("/auth/*", (context) => handleAuth(context.req.raw))

app.get("/", async (context) => {
  const { session, cookies } = await getSession(context.req.raw)
  for (const cookie of cookies) context.header("set-cookie", cookie, { append: true })
  context.header("cache-control", "private, no-store")
  return session
    ? context.json({ email: session.user.email, role: session.user.role })
    : context.html(\`<a href="/auth/signin">Sign in</a>\`)
})

export default app
`

/** Auth.js in a worker of Cloudflare, as docs/quickstart/worker.md shows it. */
export const worker: Framework = {
  package: "wrangler",
  packages: ["@auth/core"],
  newPackages: [],
  devPackages: ["typescript", "wrangler"],
  ignored: [".wrangler/"],
  adapter: "src/adapter.ts",
  environment: ".dev.vars",
  environmentImport: 'import { env } from "cloudflare:workers"',
  inWorkers: {
    main: "src/worker.ts",
    call: "In the fetch handler of your worker, pass requests below /auth to handleAuth of src/auth.ts.",
  },
  start: "wrangler dev",
  origin: "http://localhost:8787",
  routes: "/auth",
  page: docsUrl("quickstart/worker"),
  files: { "src/auth.ts": authText },
  newFiles: {
    "src/worker.ts": plainText,
    "tsconfig.json": `{
  "compilerOptions": {
    "target": "es2022",
    "module": "preserve",
    "strict": true,
    "skipLibCheck": true,
    "noEmit": true,
    "lib": ["es2024"],
    "types": ["./worker-configuration.d.ts"]
  },
  "include": ["src"]
}
`,
  },
}

/** The same with Hono as the router of the worker. */
export const honoWorker: Framework = {
  ...worker,
  package: "hono",
  newPackages: ["hono"],
  inWorkers: {
    main: "src/worker.ts",
    call: 'Add to your application: app.all("/auth/*", (context) => handleAuth(context.req.raw)), with handleAuth of src/auth.ts.',
  },
  newFiles: { ...worker.newFiles, "src/worker.ts": honoText },
}

/** The configuration of wrangler for a new worker. */
export const wranglerText = (main: string, binding: string | undefined): string => `{
  "name": "app",
  "main": "${main}",
  "compatibility_date": "2026-01-01"${binding === undefined ? "" : `,\n  // npx wrangler d1 create auth prints the id of your database.\n${databaseText(binding)}`}
}
`

/** The member of the configuration that binds a D1 database. */
export const databaseText = (binding: string): string => `  "d1_databases": [
    { "binding": "${binding}", "database_name": "auth", "database_id": "00000000-0000-0000-0000-000000000000" }
  ]`

/** The same in TOML, where a table can be added at the end. */
export const databaseToml = (binding: string): string => `
[[d1_databases]]
binding = "${binding}"
database_name = "auth"
# npx wrangler d1 create auth prints the id of your database.
database_id = "00000000-0000-0000-0000-000000000000"
`
