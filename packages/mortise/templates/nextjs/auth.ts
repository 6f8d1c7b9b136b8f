import { printMail, sessionCallback } from "mortise"
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
  providers: [
    // {{printed-link}}
    ...(process.env.AUTH_GITHUB_ID ? [GitHub] : []),
  ],
  callbacks: { session },
})
