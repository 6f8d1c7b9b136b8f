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
    "auth.ts": `import type { UserFields } from "mortise"
import NextAuth, { type DefaultSession } from "next-auth"
import GitHub from "next-auth/providers/github"
import { adapter, type schema } from "./adapter"

declare module "next-auth" {
  interface User extends Partial<UserFields<typeof schema>> {}
  interface Session {
    user: UserFields<typeof schema> & DefaultSession["user"]
  }
}

export const { handlers, auth, signIn, signOut } = NextAuth({
  adapter,
  providers: [GitHub],
  callbacks: {
    // Auth.js gives a page the name, email and image only; add what else a page may see.
    session: ({ session, user }) => ({ ...session, user: { ...session.user, role: user.role } }),
  },
})
`,
    "app/api/auth/[...nextauth]/route.ts": `import { handlers } from "../../../../auth"

export const { GET, POST } = handlers
`,
  },
}
