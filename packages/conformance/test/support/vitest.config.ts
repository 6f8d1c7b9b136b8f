import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

export default defineConfig({
  test: { include: [fileURLToPath(new URL("./vitest-suite.ts", import.meta.url))] },
})
