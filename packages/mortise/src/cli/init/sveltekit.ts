import { docsUrl } from "../program/docs-url.ts"
import type { Framework } from "./framework.ts"
import { loggerText, printedLink, sessionText } from "./template-parts.ts"

const pageTexts = (folder: string, auth: string): Readonly<Record<string, string>> => ({
  [`${folder}/+page.server.ts`]: `import { signIn, signOut } from "${auth}"
import type { Actions, PageServerLoad } from "./$types"

export const load: PageServerLoad = async ({ locals }) => ({ session: await locals.auth() })

export const actions: Actions = { enter: signIn, leave: signOut }
`,
  [`${folder}/+page.svelte`]: `<script lang="ts">
  import type { PageProps } from "./$types"

  const { data }: PageProps = $props()
</script>

{#if data.session}
  <form method="post" action="?/leave">
    Hello {data.session.user.email}, {data.session.user.role} <button>Sign out</button>
  </form>
{:else}
  <form method="post" action="?/enter">
    <button>Sign in</button>
  </form>
{/if}
`,
})

/** Auth.js in SvelteKit, as docs/quickstart/sveltekit.md shows it. */
export const sveltekit: Framework = {
  package: "@sveltejs/kit",
  packages: ["@auth/sveltekit"],
  newPackages: [],
  devPackages: [
    "@sveltejs/kit@2",
    "@sveltejs/adapter-node@5",
    "@sveltejs/vite-plugin-svelte",
    "svelte",
    "vite",
    "typescript@6",
    "@types/node",
  ],
  ignored: [".svelte-kit/", "build/"],
  adapter: "src/lib/server/adapter.ts",
  environment: ".env",
  environmentImport: 'import { env } from "$env/dynamic/private"',
  start: "vite dev",
  origin: "http://localhost:5173",
  routes: "/auth",
  page: docsUrl("quickstart/sveltekit"),
  files: {
    "src/auth.ts": `import { env } from "$env/dynamic/private"
import { SvelteKitAuth } from "@auth/sveltekit"
import GitHub from "@auth/sveltekit/providers/github"
import { printMail, sessionCallback } from "mortise"
import { adapter, schema } from "./lib/server/adapter"

${sessionText("@auth/sveltekit")}

export const { handle, signIn, signOut } = SvelteKitAuth({
  adapter,
  providers: [
${printedLink(4)}
    ...(env.AUTH_GITHUB_ID ? [GitHub] : []),
  ],
  // Without AUTH_URL, Auth.js would read its own address from headers, which a client can forge.
  ...(env.AUTH_URL && { trustHost: true }),
  callbacks: { session },
${loggerText(2)}
})
`,
    "src/hooks.server.ts": `export { handle } from "./auth"
`,
  },
  newFiles: {
    "svelte.config.js": `import node from "@sveltejs/adapter-node"

export default { kit: { adapter: node() } }
`,
    "vite.config.ts": `import { sveltekit } from "@sveltejs/kit/vite"
import { defineConfig } from "vite"

export default defineConfig({ plugins: [sveltekit()] })
`,
    "tsconfig.json": `{ "extends": "./.svelte-kit/tsconfig.json", "compilerOptions": { "strict": true, "skipLibCheck": true } }
`,
    "src/app.html": `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    %sveltekit.head%
  </head>
  <body>%sveltekit.body%</body>
</html>
`,
    ...pageTexts("src/routes", "../auth"),
  },
  existing: {
    keepsTypes: true,
    files: pageTexts("src/routes/signed-in", "../../auth"),
    merge: {
      "src/hooks.server.ts": `Import { handle as handleAuth } from "./auth" in src/hooks.server.ts, and export const handle = sequence(handleAuth, yours), with sequence of "@sveltejs/kit/hooks".`,
    },
  },
}
