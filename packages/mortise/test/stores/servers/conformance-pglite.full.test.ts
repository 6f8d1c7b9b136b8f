import { test } from "vitest"
import { openPglite } from "../../support/engines.ts"
import { suiteOptions } from "../../support/tier.ts"
import { conform } from "./support/conform.ts"

test("conformance of pglite", async () => {
  await conform(async () => {
    const { adapter, close } = await openPglite()
    return { adapter: adapter({ onWarning: () => {} }), close: () => close().catch(() => {}), outage: close }
  }, suiteOptions)
}, 1_800_000)
