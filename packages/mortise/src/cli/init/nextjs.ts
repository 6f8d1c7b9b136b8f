import type { Framework } from "./framework.ts"

/** Auth.js in the App Router of Next.js, as docs/quickstart/nextjs.md shows it. */
export const nextjs: Framework = {
  package: "next",
  packages: ["next-auth@5.0.0-beta.32"],
  sourceMark: "src/app",
  adapter: "adapter.ts",
  environment: ".env.local",
  page: "https://github.com/mortise-auth/mortise/blob/main/docs/quickstart/nextjs.md",
  files: {
    "auth.ts": `import { sessionCallback } from "mortise"
import NextAuth from "next-auth"
import GitHub from "next-auth/providers/github"
import { adapter, schema } from "./adapter"

// Scripts of the page can read the name, email and image of the user, and the fields that are named here.
const session = sessionCallback(schema, ["role"])

declare module "next-auth" {
  interface Session {
    user: ReturnType<typeof session>["user"]
  }
}

export const { handlers, auth, signIn, signOut } = NextAuth({
  adapter,
  providers: [GitHub],
  callbacks: { session },
})
`,
    "app/api/auth/[...nextauth]/route.ts": `import { handlers } from "../../../../auth"

export const { GET, POST } = handlers
`,
  },
}
