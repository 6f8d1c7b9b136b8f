import { docsUrl } from "../program/docs-url.ts"
import type { Framework } from "./framework.ts"
import { loggerText, nodeServer, nodeTsconfig, printedLink, sessionText } from "./template-parts.ts"

/** Auth.js in Express, as docs/quickstart/express.md shows it. */
export const express: Framework = {
  ...nodeServer,
  package: "express",
  packages: ["@auth/express"],
  newPackages: ["express"],
  devPackages: ["typescript", "@types/node", "@types/express"],
  page: docsUrl("quickstart/express"),
  files: {
    "auth.ts": `import type { ExpressAuthConfig } from "@auth/express"
import GitHub from "@auth/express/providers/github"
import { printMail, sessionCallback } from "mortise"
import { adapter, schema } from "./adapter.ts"

${sessionText("@auth/express")}

export const config: ExpressAuthConfig = {
  adapter,
  providers: [
${printedLink(4)}
    ...(process.env.AUTH_GITHUB_ID ? [GitHub] : []),
  ],
  callbacks: { session },
${loggerText(2)}
}
`,
  },
  newFiles: {
    "server.ts": `import { ExpressAuth, getSession } from "@auth/express"
import express from "express"
import { config } from "./auth.ts"

const port = Number(process.env.PORT ?? 3000)
const { host } = new URL(process.env.AUTH_URL ?? \`http://localhost:\${port}\`)

const app = express()

// Auth.js reads its own address from the Host header, which a client can forge.
app.use((request, _response, next) => {
  request.headers.host = host
  next()
})

app.use("/auth", ExpressAuth(config))

app.get("/", async (request, response) => {
  const session = await getSession(request, config)
  if (session) response.json({ email: session.user.email, role: session.user.role })
  else response.send(\`<a href="/auth/signin">Sign in</a>\`)
})

app.listen(port, (error) => {
  if (error) {
    console.error(\`The server cannot listen on port \${port}: \${error.message}\`)
    process.exit(1)
  }
  console.log(\`Open http://localhost:\${port}\`)
})
`,
    "tsconfig.json": nodeTsconfig,
  },
  existing: {
    files: {
      "auth-routes.ts": `import { ExpressAuth, getSession } from "@auth/express"
import { Router } from "express"
import { config } from "./auth.ts"

export const authRoutes: Router = Router()

// Auth.js reads its own address from the Host header, which a client can forge.
authRoutes.use("/auth", (request, _response, next) => {
  request.headers.host = new URL(process.env.AUTH_URL ?? "http://localhost:3000").host
  next()
})

authRoutes.use("/auth", ExpressAuth(config))

// Shows who is signed in. Your pages read the session in the same way.
authRoutes.get("/signed-in", async (request, response, next) => {
  try {
    const session = await getSession(request, config)
    if (session) response.json({ email: session.user.email, role: session.user.role })
    else response.redirect("/auth/signin?callbackUrl=/signed-in")
  } catch (error) {
    next(error)
  }
})
`,
    },
    call: {
      creates: /^[ \t]*(?:export )?(?:const|let|var)\s+(\w+)(?:\s*:\s*[\w.]+)?\s*=\s*express\(\)/m,
      isDone: /\bauthRoutes\b|\bExpressAuth\(/,
      module: "auth-routes",
      imported: "authRoutes",
      line: (application) => `${application}.use(authRoutes)`,
    },
  },
}
