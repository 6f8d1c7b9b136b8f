import { readFileSync } from "node:fs"
import { join } from "node:path"
import { packageFolder } from "../files/package-folder.ts"
import { docsUrl } from "../program/docs-url.ts"
import type { Framework } from "./framework.ts"

/** A file of `templates/`. A line such as `// {{logger}}` stands for a part that several of them share. */
const readTemplate = (path: string): string =>
  readFileSync(join(packageFolder(), "templates", path), "utf8").replaceAll(
    /^( *)\/\/ \{\{(.+)\}\}\n/gm,
    (_, indent: string, part: string) => readTemplate(`parts/${part}.ts`).replaceAll(/^(?=.)/gm, indent),
  )

/** The templates of a framework by the paths that they get in the application. */
const readTemplates = (framework: string, ...paths: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(paths.map((path) => [path, readTemplate(`${framework}/${path}`)]))

const nextjsPage = readTemplates("nextjs", "app/page.tsx")

/** Auth.js in the App Router of Next.js, as docs/quickstart/nextjs.md shows it. */
const nextjs: Framework = {
  package: "next",
  packages: ["next-auth@5.0.0-beta.32"],
  newPackages: ["next", "react", "react-dom"],
  devPackages: ["typescript", "@types/node", "@types/react"],
  // Next.js refuses an app folder beside a src folder with pages.
  sourceMarks: ["src/app", "src/pages"],
  ignored: [".next/", "next-env.d.ts"],
  adapter: "adapter.ts",
  environment: ".env.local",
  start: "next dev",
  origin: "http://localhost:3000",
  routes: "/api/auth",
  page: docsUrl("quickstart/nextjs"),
  files: readTemplates("nextjs", "auth.ts", "app/api/auth/[...nextauth]/route.ts"),
  newFiles: { ...readTemplates("nextjs", "app/layout.tsx"), ...nextjsPage },
  existing: {
    files: moveFiles(nextjsPage, "app/", "app/signed-in/"),
    // An app folder beside pages has no layout, which a page needs.
    needs: ["app/layout.tsx", "app/layout.jsx", "app/layout.js"],
  },
}

const sveltekitPage = readTemplates("sveltekit", "src/routes/+page.server.ts", "src/routes/+page.svelte")

/** Auth.js in SvelteKit, as docs/quickstart/sveltekit.md shows it. */
const sveltekit: Framework = {
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
  files: readTemplates("sveltekit", "src/auth.ts", "src/hooks.server.ts"),
  newFiles: {
    ...readTemplates("sveltekit", "svelte.config.js", "vite.config.ts", "tsconfig.json", "src/app.html"),
    ...sveltekitPage,
  },
  existing: {
    keepsTypes: true,
    files: moveFiles(sveltekitPage, "src/routes/", "src/routes/signed-in/"),
    merge: {
      "src/hooks.server.ts": `Import { handle as handleAuth } from "./auth" in src/hooks.server.ts, and export const handle = sequence(handleAuth, yours), with sequence of "@sveltejs/kit/hooks".`,
    },
  },
}

/** The page of a new application as the page /signed-in of an existing one, a folder deeper. */
function moveFiles(files: Readonly<Record<string, string>>, from: string, to: string) {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path.replace(from, to),
      text.replace('from "../auth"', 'from "../../auth"').replace("function Home()", "function SignedIn()"),
    ]),
  )
}

/** A server that Node runs as it is. */
const nodeServer = {
  ignored: ["dist/"],
  adapter: "adapter.ts",
  environment: ".env",
  isRunByNode: true,
  importEnd: ".ts",
  start: "node --env-file=.env server.ts",
  origin: "http://localhost:3000",
  routes: "/auth",
} as const

const nodeTsconfig = readTemplates("node", "tsconfig.json")

/** Auth.js in Express, as docs/quickstart/express.md shows it. */
const express: Framework = {
  ...nodeServer,
  package: "express",
  packages: ["@auth/express"],
  newPackages: ["express"],
  devPackages: ["typescript", "@types/node", "@types/express"],
  page: docsUrl("quickstart/express"),
  files: readTemplates("express", "auth.ts"),
  newFiles: { ...readTemplates("express", "server.ts"), ...nodeTsconfig },
  existing: {
    files: readTemplates("express", "auth-routes.ts"),
    call: {
      creates: /^[ \t]*(?:export )?(?:const|let|var)\s+(\w+)(?:\s*:\s*[\w.]+)?\s*=\s*express\(\)/m,
      isDone: /\bauthRoutes\b|\bExpressAuth\(/,
      module: "auth-routes",
      imported: "authRoutes",
      line: (application) => `${application}.use(authRoutes)`,
    },
  },
}

/** Auth.js in Hono, as docs/quickstart/hono.md shows it. */
const hono: Framework = {
  ...nodeServer,
  package: "hono",
  packages: ["@hono/auth-js", "@auth/core"],
  newPackages: ["hono", "@hono/node-server"],
  devPackages: ["typescript", "@types/node"],
  page: docsUrl("quickstart/hono"),
  files: {},
  newFiles: { ...readTemplates("hono", "server.ts"), ...nodeTsconfig },
  existing: {
    files: readTemplates("hono", "auth-routes.ts"),
    call: {
      creates: /^[ \t]*(?:export )?(?:const|let|var)\s+(\w+)\s*=\s*new Hono(?:<[^()]*>)?\(\)/m,
      isDone: /\bauthRoutes\b|\binitAuthConfig\(/,
      module: "auth-routes",
      imported: "authRoutes",
      line: (application) => `${application}.route("/", authRoutes)`,
    },
  },
}

/** Auth.js in a worker of Cloudflare, as docs/quickstart/worker.md shows it. */
export const worker: Framework = {
  package: "wrangler",
  packages: ["@auth/core"],
  newPackages: [],
  devPackages: ["typescript", "wrangler"],
  ignored: [".wrangler/"],
  adapter: "src/adapter.ts",
  environment: ".dev.vars",
  environmentImport: 'import { env } from "cloudflare:workers"',
  inWorkers: {
    main: "src/worker.ts",
    call: "In the fetch handler of your worker, pass requests below /auth to handleAuth of src/auth.ts.",
  },
  start: "wrangler dev",
  origin: "http://localhost:8787",
  routes: "/auth",
  page: docsUrl("quickstart/worker"),
  files: readTemplates("worker", "src/auth.ts"),
  newFiles: readTemplates("worker", "src/worker.ts", "tsconfig.json"),
}

/** The same with Hono as the router of the worker. */
export const honoWorker: Framework = {
  ...worker,
  package: "hono",
  newPackages: ["hono"],
  inWorkers: {
    main: "src/worker.ts",
    call: 'Add to your application: app.all("/auth/*", (context) => handleAuth(context.req.raw)), with handleAuth of src/auth.ts.',
  },
  newFiles: { ...worker.newFiles, ...readTemplates("hono-worker", "src/worker.ts") },
}

/** The frameworks that `init` recognizes. Next.js and SvelteKit first: such a project may use the others too. */
export const frameworks: Readonly<Record<string, Framework>> = { nextjs, sveltekit, express, hono, worker }
