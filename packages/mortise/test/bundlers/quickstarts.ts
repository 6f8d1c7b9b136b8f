import { bundlerFile } from "./install.ts"

/** How the application of a page in docs/quickstart is built and started, and which of its paths are requested. */
export type Quickstart = {
  readonly page: string
  /** The file with the secrets. */
  readonly environment: string
  /** Arguments of Node, as for the servers below. */
  readonly build: readonly string[]
  readonly authjs: { readonly server: readonly string[]; readonly path: string }
  readonly mortise: {
    readonly server: readonly string[]
    readonly signIn: string
    readonly code: string
    readonly account: string
  }
}

const next = bundlerFile("next/dist/bin/next")
const compile = [bundlerFile("typescript/bin/tsc")]
const svelteServer = ["--env-file=.env", "--env-file=.env.production", "build"]
const ownServer = {
  server: ["--env-file=.env", "dist/mortise-server.js"],
  signIn: "/auth/email",
  code: "/auth/code",
  account: "/",
}

export const quickstarts: readonly Quickstart[] = [
  {
    page: "nextjs.md",
    environment: ".env.local",
    build: [next, "build"],
    authjs: { server: [next, "start"], path: "/api/auth" },
    mortise: { ...ownServer, server: [next, "start"], account: "/account" },
  },
  {
    page: "sveltekit.md",
    environment: ".env",
    build: [bundlerFile("vite/bin/vite.js"), "build"],
    authjs: { server: svelteServer, path: "/auth" },
    mortise: { server: svelteServer, signIn: "/sign-in/email", code: "/sign-in/code", account: "/account" },
  },
  ...["express.md", "hono.md"].map((page) => ({
    page,
    environment: ".env",
    build: compile,
    authjs: { server: ["--env-file=.env", "dist/server.js"], path: "/auth" },
    mortise: ownServer,
  })),
]
