import type { Framework } from "./framework.ts"

/** Auth.js in SvelteKit, as docs/quickstart/sveltekit.md shows it. */
export const sveltekit: Framework = {
  package: "@sveltejs/kit",
  packages: ["@auth/sveltekit"],
  adapter: "src/lib/server/adapter.ts",
  environment: ".env",
  page: "https://github.com/mortise-auth/mortise/blob/main/docs/quickstart/sveltekit.md",
  files: {
    "src/auth.ts": `import { env } from "$env/dynamic/private"
import { SvelteKitAuth } from "@auth/sveltekit"
import GitHub from "@auth/sveltekit/providers/github"
import { sessionCallback } from "mortise"
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
  providers: [GitHub],
  // Without AUTH_URL, Auth.js would read its own address from headers, which a client can forge.
  ...(env.AUTH_URL && { trustHost: true }),
  callbacks: { session },
})
`,
    "src/hooks.server.ts": `export { handle } from "./auth"
`,
  },
}
