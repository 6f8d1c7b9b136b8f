import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { installPinned } from "../../../workshop/src/runtimes/install.ts"

const folder = fileURLToPath(new URL(".", import.meta.url))

/** Installs Better Auth's suite, plugins and storage. Better Auth itself is the one at the root. */
export const installBetterAuth = (): Promise<void> =>
  installPinned(folder, "Better Auth's suite and plugins; about 10 s")

/** Installs the oldest supported Better Auth, in `oldest`. */
export const installOldestBetterAuth = (): Promise<void> =>
  installPinned(join(folder, "oldest"), "the oldest supported Better Auth; about 20 s")
