import { defineConfig } from "vitest/config"

/** Tests that need a newer Node than the one that runs `npm test`. */
export default defineConfig({
  // Packages are found as they are written: a clone has not built them.
  resolve: { tsconfigPaths: true },
  test: {
    include: ["packages/mortise/test/orms/other-majors/*.suite.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
