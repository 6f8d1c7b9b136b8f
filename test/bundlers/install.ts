import { fileURLToPath } from "node:url"
import { installPinned } from "../runtimes/install.ts"

const folder = fileURLToPath(new URL(".", import.meta.url))

/** Where the bundlers are once `installBundlers` has run. */
export const bundlerModules = fileURLToPath(new URL("node_modules", import.meta.url))

/** Installs the bundlers that package.json beside this file pins. */
export const installBundlers = (): Promise<void> =>
  installPinned(folder, "Next.js, Vite, esbuild, Rolldown and Wrangler; about 40 s")
