import { describe, expect, test } from "vitest"
import { run } from "../../src/conformance/index.ts"
import { openWire } from "./support/open-wire.ts"

describe("SEC-O6 through client, socket and server", () => {
  test.each([
    ["many lookups in one request", {}],
    ["each lookup in a request of its own", { batch: false }],
  ] as const)("the conformance suite holds with %s", async (_, client) => {
    const factory = async () => {
      const { adapter, close } = await openWire({ client: { ...client, warn: () => {} } })
      return { adapter, close, outage: close }
    }
    const report = await run({ factory, print: false })
    const broken = report.results.filter(({ status }) => status === "failed" || status === "warned")
    expect(broken.map(({ id, error }) => `${id}: ${error?.message}`)).toEqual([])
    expect(report.skipped).toBe(0)
  })
})
