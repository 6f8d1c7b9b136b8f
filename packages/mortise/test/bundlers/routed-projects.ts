import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { type ConsumerProject, consumerProject } from "../../../workshop/src/runtimes/consumer-project.ts"
import { bundlerFile } from "./install.ts"

const routedApp = readFileSync(
  fileURLToPath(new URL("../auth/routes/routed-app.ts", import.meta.url)),
  "utf8",
).replace(/^import type .+\n/gm, "")

/** Next.js may load a module once for each route, so the application is global. */
const app = `import { createAuth } from "mortise/auth"
import { memoryAdapter } from "mortise/memory"
import { routedApp } from "./routed-app.ts"

const origin = process.env.ORIGIN ?? "http://localhost:3000"
globalThis.app ??= routedApp({ createAuth, memoryAdapter, origin })
export const { auth, control, options } = globalThis.app
`

const shared = `{ "cache-control": "public, s-maxage=600", "cdn-cache-control": "max-age=600" }`

/** An application that serves the routes, `/control`, a page that reads the session, and `/shared` for a shared cache. */
type RoutedProject = {
  readonly packages: readonly string[]
  readonly files: Readonly<Record<string, string>>
  /** Arguments of Node. */
  readonly build: readonly string[]
  readonly server: readonly string[]
}

const next = bundlerFile("next/dist/bin/next")

export const routedProjects: Readonly<Record<string, RoutedProject>> = {
  "Next.js": {
    packages: ["next", "react", "react-dom", "typescript", "@types/node", "@types/react"],
    build: [next, "build"],
    server: [next, "start"],
    files: {
      "next.config.mjs": `export default { turbopack: { root: "/" }, typescript: { ignoreBuildErrors: true } }`,
      "app.js": `${app}export { authForNext } from "mortise/auth/next"`,
      "routed-app.ts": routedApp,
      "binding.js": `import { auth, authForNext, options } from "./app.js"
        export const { GET, POST, session, renew } = authForNext(auth, options)`,
      "app/auth/[...route]/route.js": `export { GET, POST } from "../../../binding.js"`,
      "app/control/route.js": `import { control } from "../../app.js"
        export const dynamic = "force-dynamic"
        export const GET = (request) => control(request)
        export const POST = (request) => control(request)`,
      "app/layout.jsx": `export default ({ children }) => <html><body>{children}</body></html>`,
      "app/page.jsx": `import { headers } from "next/headers"
        import { session } from "../binding.js"
        export default async function Home() {
          const { user } = await session(await headers())
          return <p>{user?.email ?? "Please sign in"}</p>
        }`,
      "proxy.js": `import { NextResponse } from "next/server"
        import { renew } from "./binding.js"
        export const proxy = (request) => renew(request, NextResponse.next())
        export const config = { matcher: ["/", "/shared/:path*", "/auth/:path*"] }`,
      "app/shared/page.jsx": `export default () => <p>shared</p>`,
      "app/shared/data/route.js": `export const dynamic = "force-static"
        export const GET = () => new Response("shared", { headers: ${shared} })`,
      "pages/shared/props.jsx": `export default () => <p>shared</p>
        export const getServerSideProps = ({ res }) => {
          for (const [name, value] of Object.entries(${shared})) res.setHeader(name, value)
          return { props: {} }
        }`,
    },
  },
  SvelteKit: {
    packages: ["@sveltejs/kit", "@sveltejs/adapter-node", "@sveltejs/vite-plugin-svelte", "svelte", "vite"],
    build: [bundlerFile("vite/bin/vite.js"), "build"],
    server: ["build"],
    files: {
      "svelte.config.js": `import node from "@sveltejs/adapter-node"
        export default { kit: { adapter: node() } }`,
      "vite.config.js": `import { sveltekit } from "@sveltejs/kit/vite"
        export default { plugins: [sveltekit()] }`,
      "src/app.html": `<!doctype html><html><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>`,
      "src/app.js": app,
      "src/routed-app.ts": routedApp,
      "src/hooks.server.js": `import { authForSvelteKit } from "mortise/auth/sveltekit"
        import { auth, options } from "./app.js"
        export const handle = authForSvelteKit(auth, options)`,
      "src/routes/control/+server.js": `import { control } from "../../app.js"
        export const GET = ({ request }) => control(request)
        export const POST = ({ request }) => control(request)`,
      "src/routes/+page.server.js": `export const load = async ({ locals }) => {
          const { user } = await locals.session()
          return { email: user?.email ?? "Please sign in" }
        }`,
      "src/routes/+page.svelte": `<script>const { data } = $props()</script><p>{data.email}</p>`,
      "src/routes/shared/+page.server.js": `export const load = async ({ locals, setHeaders }) => {
          await locals.session()
          setHeaders(${shared})
        }`,
      "src/routes/shared/+page.svelte": `<p>shared</p>`,
    },
  },
}

/** Writes the application into a project outside the repository. */
export function routedProject({ packages, files }: RoutedProject): ConsumerProject {
  const project = consumerProject()
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(project.folder, path)), { recursive: true })
    writeFileSync(join(project.folder, path), text)
  }
  for (const [path, text] of Object.entries(files)) write(path, text)
  for (const name of packages) {
    mkdirSync(dirname(join(project.folder, "node_modules", name)), { recursive: true })
    symlinkSync(bundlerFile(name), join(project.folder, "node_modules", name))
  }
  // Vite bundles those packages for SvelteKit that package.json names.
  const dependencies = Object.fromEntries(packages.map((name) => [name, "*"]))
  write("package.json", JSON.stringify({ private: true, type: "module", dependencies }))
  return project
}
