import type { Plugin } from "vitest/config"

const isBetterAuth = /^(better-auth|@better-auth)\//

/** Makes every module that is tested import the Better Auth that a package.json names. */
export const useOldest = (manifest: string): Plugin => ({
  name: "oldest-better-auth",
  enforce: "pre",
  resolveId(source, _importer, options) {
    return isBetterAuth.test(`${source}/`)
      ? this.resolve(source, manifest, { ...options, skipSelf: true })
      : null
  },
})
