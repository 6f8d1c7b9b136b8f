import { defineConfig } from "vitest/config"

export default defineConfig({ test: { include: ["**/their-suite/in-runtime.ts"], testTimeout: 60_000 } })
