import { type HostedSuite, hostTimeoutMs, remark } from "./engine/host-suite.ts"
import { type HostOptions, hostRun } from "./suites/authjs/host-run.ts"

export type { HostedSuite } from "./engine/host-suite.ts"
export type { HostOptions } from "./suites/authjs/host-run.ts"

/** The part of `bun:test` that is used here. */
type BunTest = {
  afterAll(body: () => Promise<void>): void
  describe(name: string, body: () => void): void
  test(name: string, body: () => Promise<void>, timeoutInMs: number): void
}

/**
 * Registers one `bun:test` test per case. Bun cannot skip a test that has started, so a skipped case passes, and a
 * should or may that does not hold passes with a warning on the console.
 *
 * @example
 * ```ts no-run needs bun test as its runner
 * import { conformance } from "@mortise/conformance/bun-test"
 * import { memoryAdapter } from "mortise/memory"
 *
 * await conformance({ factory: () => ({ adapter: memoryAdapter() }) })
 * ```
 */
export async function conformance(options: HostOptions | HostedSuite): Promise<void> {
  // @ts-expect-error: only Bun has this module
  const { afterAll, describe, test }: BunTest = await import("bun:test")
  const host = hostRun(options)
  describe(host.name, () => {
    afterAll(host.close)
    for (const { title, testCase } of host.tests)
      test(title, async () => warn(remark(await host.run(testCase))), hostTimeoutMs)
  })
}

function warn(note: string | undefined): void {
  // biome-ignore lint/suspicious/noConsole: Bun has no other way to show a warning
  if (note?.startsWith("warned")) console.warn(note)
}
