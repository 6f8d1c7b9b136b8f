import { join } from "node:path"
import { configDefaults, defineConfig } from "vitest/config"
import { isFullRun } from "./packages/mortise/test/tier.ts"
import { root } from "./scripts/ensure-install.mjs"

// Programs that tests start with tsx find the packages by the same names, in any folder.
process.env["TSX_TSCONFIG_PATH"] = join(root, "tsconfig.json")

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    include: ["packages/*/test/**/*.test.ts"],
    exclude: isFullRun ? configDefaults.exclude : [...configDefaults.exclude, "packages/*/test/**/*.full.test.ts"],
    maxWorkers: 2,
    // Some tests pack, install and compile; the limit is there to end a hang, not to judge speed.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
