import { defineConfig } from "vitest/config"
import type { TestSequencer } from "vitest/node"
import base from "../../vitest.config.ts"

// `npm run test:mutants` names the files to run, in this order: those that are likely to find a mutant come first.
const order: readonly string[] = JSON.parse(process.env["MORTISE_MUTANT_TESTS"] ?? "[]")

/** Vitest calls this with `new`. */
function sequencer(): TestSequencer {
  const rank = (path: string) => order.findIndex((file) => path.endsWith(`/${file}`))
  return {
    sort: (files) => files.toSorted((a, b) => rank(a.moduleId) - rank(b.moduleId)),
    shard: (files) => files,
  }
}

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: [...order],
    maxWorkers: 1,
    // Halves the time; the run without a mutant shows that the tests do not disturb each other.
    isolate: false,
    sequence: { sequencer: sequencer as unknown as new () => TestSequencer },
  },
})
