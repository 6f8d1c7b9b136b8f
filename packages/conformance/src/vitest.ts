import { type HostedSuite, hostTimeoutMs, remark } from "./engine/host-suite.ts"
import { type HostOptions, hostRun } from "./suites/authjs/host-run.ts"

export type { HostedSuite } from "./engine/host-suite.ts"
export type { HostOptions } from "./suites/authjs/host-run.ts"

/**
 * Registers one vitest test per case. A should or may that does not hold appears as skipped, with the reason.
 *
 * @example
 * ```ts no-run needs vitest as its runner
 * import { conformance } from "@mortise/conformance/vitest"
 * import { memoryAdapter } from "mortise/memory"
 *
 * await conformance({ factory: () => ({ adapter: memoryAdapter() }) })
 * ```
 */
export async function conformance(options: HostOptions | HostedSuite): Promise<void> {
  const { afterAll, describe, test } = await import("vitest")
  const host = hostRun(options)
  describe(host.name, () => {
    afterAll(host.close)
    for (const { title, testCase } of host.tests)
      test(title, { timeout: hostTimeoutMs }, async (context) => {
        const note = remark(await host.run(testCase))
        if (note !== undefined) context.skip(note)
      })
  })
}
