import { fileURLToPath } from "node:url"
import type { Plugin } from "vitest/config"

const own = fileURLToPath(new URL("package.json", import.meta.url))
const isBetterAuth = /^(better-auth|@better-auth)\//

/** Makes every module that is tested import the Better Auth of this folder. */
export const useOldest = (): Plugin => ({
  name: "oldest-better-auth",
  enforce: "pre",
  resolveId(source, _importer, options) {
    return isBetterAuth.test(`${source}/`) ? this.resolve(source, own, { ...options, skipSelf: true }) : null
  },
})
