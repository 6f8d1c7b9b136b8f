import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: { include: [fileURLToPath(new URL("./vitest-suite.ts", import.meta.url))] },
})
