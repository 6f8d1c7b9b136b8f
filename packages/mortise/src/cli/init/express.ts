import { docsUrl } from "../program/docs-url.ts"
import type { Framework } from "./framework.ts"
import { printedLink } from "./printed-link.ts"

/** Auth.js in Express, as docs/quickstart/express.md shows it. */
export const express: Framework = {
  package: "express",
  packages: ["@auth/express"],
  newPackages: ["express"],
  devPackages: ["typescript", "@types/node", "@types/express"],
  ignored: ["dist/"],
  adapter: "adapter.ts",
  environment: ".env",
  isRunByNode: true,
  start: "node --env-file=.env server.ts",
  origin: "http://localhost:3000",
  routes: "/auth",
  page: docsUrl("quickstart/express"),
  files: {
    "auth.ts": `import type { ExpressAuthConfig } from "@auth/express"
import GitHub from "@auth/express/providers/github"
import { sessionCallback } from "mortise"
import { adapter, schema } from "./adapter.ts"

// Scripts of the page can read the name, email and image of the user, and the fields that are named here.
const session = sessionCallback(schema, ["role"])

declare module "@auth/express" {
  interface Session {
    user: ReturnType<typeof session>["user"]
  }
}

export const config: ExpressAuthConfig = {
  adapter,
  providers: [
${printedLink(4)}
    ...(process.env.AUTH_GITHUB_ID ? [GitHub] : []),
  ],
  callbacks: { session },
}
`,
    "server.ts": `import { ExpressAuth, getSession } from "@auth/express"
import express from "express"
import { config } from "./auth.ts"

const app = express()

// Auth.js reads its own address from the Host header, which a client can forge. AUTH_URL replaces it.
app.use((request, _response, next) => {
  if (process.env.AUTH_URL) request.headers.host = new URL(process.env.AUTH_URL).host
  next()
})

app.use("/auth", ExpressAuth(config))

app.get("/", async (request, response) => {
  const session = await getSession(request, config)
  if (session) response.json({ email: session.user.email, role: session.user.role })
  else response.send(\`<a href="/auth/signin">Sign in</a>\`)
})

const port = Number(process.env.PORT ?? 3000)
app.listen(port, (error) => {
  if (error) {
    console.error(\`The server cannot listen on port \${port}: \${error.message}\`)
    process.exit(1)
  }
  console.log(\`Open http://localhost:\${port}\`)
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
