import type { Plugin } from "vitest/config"

/**
 * Leaves the modules of global setups out of Vitest's module cache: 4.1 runs a cached one as bytes, and its stack traces
 * then end the process.
 */
export const cacheTestModules: Plugin = {
  name: "cache-test-modules",
  configureVitest({ experimental_defineCacheKeyGenerator }) {
    experimental_defineCacheKeyGenerator(({ environment }) =>
      environment.name === "__vitest__" ? false : undefined,
    )
  },
}
