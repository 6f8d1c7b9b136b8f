import { configDefaults, defineConfig } from "vitest/config"
import { isFullRun } from "./test/tier.ts"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: isFullRun ? configDefaults.exclude : [...configDefaults.exclude, "test/**/*.full.test.ts"],
    maxWorkers: 2,
    // Some tests pack, install and compile; the limit is there to end a hang, not to judge speed.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
