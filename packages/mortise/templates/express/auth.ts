import type { ExpressAuthConfig } from "@auth/express"
import GitHub from "@auth/express/providers/github"
import { printMail, sessionCallback } from "mortise"
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
    // {{printed-link}}
    ...(process.env.AUTH_GITHUB_ID ? [GitHub] : []),
  ],
  callbacks: { session },
  // {{logger}}
}
