import { env } from "$env/dynamic/private"
import { SvelteKitAuth } from "@auth/sveltekit"
import GitHub from "@auth/sveltekit/providers/github"
import { printMail, sessionCallback } from "mortise"
import { adapter, schema } from "./lib/server/adapter"

// Scripts of the page can read the name, email and image of the user, and the fields that are named here.
const session = sessionCallback(schema, ["role"])

declare module "@auth/sveltekit" {
  interface Session {
    user: ReturnType<typeof session>["user"]
  }
}

export const { handle, signIn, signOut } = SvelteKitAuth({
  adapter,
  providers: [
    // {{printed-link}}
    ...(env.AUTH_GITHUB_ID ? [GitHub] : []),
  ],
  // Without AUTH_URL, Auth.js would read its own address from headers, which a client can forge.
  ...(env.AUTH_URL && { trustHost: true }),
  callbacks: { session },
  // {{logger}}
})
