import type { Framework } from "./framework.ts"

/** Auth.js in Express, as docs/quickstart/express.md shows it. */
export const express: Framework = {
  package: "express",
  packages: ["@auth/express"],
  adapter: "adapter.ts",
  environment: ".env",
  page: "https://github.com/mortise-auth/mortise/blob/main/docs/quickstart/express.md",
  files: {
    "auth.ts": `import type { DefaultSession, ExpressAuthConfig } from "@auth/express"
import GitHub from "@auth/express/providers/github"
import type { UserFields } from "mortise"
import { adapter, type schema } from "./adapter.ts"

declare module "@auth/express" {
  interface User extends Partial<UserFields<typeof schema>> {}
  interface Session {
    user: UserFields<typeof schema> & DefaultSession["user"]
  }
}

export const config: ExpressAuthConfig = {
  adapter,
  providers: [GitHub],
  callbacks: {
    // Auth.js gives the application the name, email and image only; add what else it may see.
    session: ({ session, user }) => ({ ...session, user: { ...session.user, role: user.role } }),
  },
}
`,
    "server.ts": `import { ExpressAuth, getSession } from "@auth/express"
import express from "express"
import { config } from "./auth.ts"

const app = express()

app.use("/auth", ExpressAuth(config))

app.get("/", async (request, response) => {
  const session = await getSession(request, config)
  if (session) response.json({ email: session.user.email, role: session.user.role })
  else response.send(\`<a href="/auth/signin">Sign in with GitHub</a>\`)
})

const port = Number(process.env.PORT ?? 3000)
app.listen(port, () => console.log(\`Open http://localhost:\${port}\`))
`,
  },
}
