/// <reference types="node" />
import { type HostedSuite, hostTimeoutMs, remark } from "./engine/host-suite.ts"
import { type HostOptions, hostRun } from "./suites/authjs/host-run.ts"

export type { HostedSuite } from "./engine/host-suite.ts"
export type { HostOptions } from "./suites/authjs/host-run.ts"

/**
 * Registers one `node:test` test per case. A should or may that does not hold appears as skipped, with the reason.
 *
 * @example
 * ```ts no-run needs node --test as its runner
 * import { conformance } from "@mortise/conformance/node-test"
 * import { memoryAdapter } from "mortise/memory"
 *
 * await conformance({ factory: () => ({ adapter: memoryAdapter() }) })
 * ```
 */
export async function conformance(options: HostOptions | HostedSuite): Promise<void> {
  const { after, describe, test } = await import("node:test")
  const host = hostRun(options)
  void describe(host.name, () => {
    after(host.close)
    for (const { title, testCase } of host.tests)
      void test(title, { timeout: hostTimeoutMs }, async (context) => {
        const note = remark(await host.run(testCase))
        if (note !== undefined) context.skip(note)
      })
  })
}
