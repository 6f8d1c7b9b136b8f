import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    maxWorkers: 2,
    // Some tests pack, install and compile; the limit is there to end a hang, not to judge speed.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
