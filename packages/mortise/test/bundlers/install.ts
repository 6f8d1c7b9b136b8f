import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { installPinned } from "../../../workshop/src/runtimes/install.ts"

const folder = fileURLToPath(new URL(".", import.meta.url))

/** A file of an installed package. */
export const bundlerFile = (path: string): string => join(folder, "node_modules", path)

/** Installs the packages of package.json in this folder. */
export const installBundlers = (): Promise<void> =>
  installPinned(
    folder,
    "Next.js, Vite, esbuild, Rolldown, Wrangler and the frameworks of the quickstarts; about 40 s",
  )
