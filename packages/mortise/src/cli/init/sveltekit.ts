import type { Framework } from "./framework.ts"

/** Auth.js in SvelteKit, as docs/quickstart/sveltekit.md shows it. */
export const sveltekit: Framework = {
  package: "@sveltejs/kit",
  packages: ["@auth/sveltekit"],
  adapter: "src/lib/server/adapter.ts",
  environment: ".env",
  page: "https://github.com/mortise-auth/mortise/blob/main/docs/quickstart/sveltekit.md",
  files: {
    "src/auth.ts": `import { type DefaultSession, SvelteKitAuth } from "@auth/sveltekit"
import GitHub from "@auth/sveltekit/providers/github"
import type { UserFields } from "mortise"
import { adapter, type schema } from "./lib/server/adapter"

declare module "@auth/sveltekit" {
  interface User extends Partial<UserFields<typeof schema>> {}
  interface Session {
    user: UserFields<typeof schema> & DefaultSession["user"]
  }
}

export const { handle, signIn, signOut } = SvelteKitAuth({
  adapter,
  providers: [GitHub],
  trustHost: true,
  callbacks: {
    // Auth.js gives a page the name, email and image only; add what else a page may see.
    session: ({ session, user }) => ({ ...session, user: { ...session.user, role: user.role } }),
  },
})
`,
    "src/hooks.server.ts": `export { handle } from "./auth"
`,
  },
}
