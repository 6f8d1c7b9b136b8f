import { defineConfig } from "vitest/config"

/** Tests that need a newer Node than the one that runs `npm test`. */
export default defineConfig({
  test: {
    include: ["packages/mortise/test/orms/other-majors/*.suite.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
