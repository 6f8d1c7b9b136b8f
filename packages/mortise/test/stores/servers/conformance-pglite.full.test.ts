import { test } from "vitest"
import { suiteOptions } from "../../../../workshop/src/tests/tier.ts"
import { openPglite } from "../../support/engines.ts"
import { conform } from "./support/conform.ts"

test("conformance of pglite", async () => {
  await conform(async () => {
    const { adapter, close } = await openPglite()
    return { adapter: adapter({ onWarning: () => {} }), close: () => close().catch(() => {}), outage: close }
  }, suiteOptions)
}, 1_800_000)
