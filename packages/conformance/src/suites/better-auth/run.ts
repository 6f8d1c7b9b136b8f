import { type HostedSuite, hostSuite, type InRunner } from "../../engine/host-suite.ts"
import type { Report } from "../../engine/report/report.ts"
import { runSuite } from "../../engine/run-suite.ts"
import type { Source, Suite } from "../../engine/suite.ts"
import type { BetterAuthTools } from "./case.ts"
import { betterAuthCases } from "./cases/index.ts"
import { createTables } from "./open-database.ts"
import { openSetup } from "./open-setup.ts"
import type { BetterAuthRunOptions, BetterAuthSetup } from "./run-options.ts"

/** The cases about databases and storages of Better Auth. */
export const databaseSuite: Suite<BetterAuthRunOptions, BetterAuthSetup, BetterAuthTools> = {
  cases: betterAuthCases,
  runner: "runBetterAuth",
  openSource,
  openSetup,
}

/**
 * Runs the cases against a database adapter or a secondary storage of Better Auth. Prints each failure when it happens,
 * and the counts at the end.
 *
 * @example
 * ```ts
 * import { runBetterAuth } from "@mortise/conformance/better-auth"
 * import { memoryAdapter } from "better-auth/adapters/memory"
 *
 * const report = await runBetterAuth({ database: memoryAdapter({}), only: ["counts"] })
 * console.log(report.passed, "passed,", report.failed, "failed")
 * ```
 */
export const runBetterAuth = (options: BetterAuthRunOptions): Promise<Report> =>
  runSuite(databaseSuite, options)

/**
 * The same cases for a test runner: one test per case.
 *
 * @example
 * ```ts no-run needs vitest as its runner
 * import { betterAuthSuite } from "@mortise/conformance/better-auth"
 * import { conformance } from "@mortise/conformance/vitest"
 * import { memoryAdapter } from "better-auth/adapters/memory"
 *
 * await conformance(betterAuthSuite({ database: memoryAdapter({}) }))
 * ```
 */
export const betterAuthSuite = (options: InRunner<BetterAuthRunOptions>): HostedSuite => ({
  host: () => hostSuite(databaseSuite, { name: "better-auth conformance", ...options }),
})

async function openSource(options: BetterAuthRunOptions): Promise<Source<BetterAuthSetup>> {
  const { factory, ...rest } = await givenSource(options)
  const prepared = new Set<unknown>()
  return {
    ...rest,
    async factory() {
      const setup = await factory()
      // Without a factory, every setup is the same one.
      if (!prepared.has(setup)) await createTables(setup)
      prepared.add(setup)
      return setup
    },
  }
}

async function givenSource(options: BetterAuthRunOptions): Promise<Source<BetterAuthSetup>> {
  const { database, storage, migrate, plugins, factory, module, ...how } = options
  if (factory) return { factory }
  if (module !== undefined) {
    const { openProcesses } = await import("./open-processes.ts")
    return openProcesses({ module, ...how })
  }
  if (!database && !storage)
    throw new TypeError(
      "Give runBetterAuth a database, a storage, a factory of them, or a module that exports a factory.",
    )
  const setup: BetterAuthSetup = {
    ...(database && { database }),
    ...(storage && { storage }),
    ...(migrate && { migrate }),
    ...(plugins && { plugins }),
  }
  return { factory: () => setup }
}
