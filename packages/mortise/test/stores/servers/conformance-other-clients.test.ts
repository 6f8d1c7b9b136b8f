import { test } from "vitest"
import { suiteOptions } from "../../tier.ts"
import { conform, describeConformance } from "./support/conform.ts"
import { mariadb, openPglite, postgresJs } from "./support/engines.ts"

describeConformance(postgresJs, suiteOptions)
describeConformance(mariadb, suiteOptions)

test("conformance of pglite", async () => {
  await conform(async () => {
    const { adapter, close } = await openPglite()
    return { adapter: adapter({ onWarning: () => {} }), close: () => close().catch(() => {}), outage: close }
  }, suiteOptions)
}, 1_800_000)
