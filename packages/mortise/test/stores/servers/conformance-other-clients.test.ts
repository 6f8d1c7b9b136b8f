import { test } from "vitest"
import { effortElsewhere } from "../../tier.ts"
import { conform, describeConformance } from "./support/conform.ts"
import { mariadb, mysql2AsMysql, openPglite, pgOn18, postgresJs } from "./support/engines.ts"

describeConformance(postgresJs, effortElsewhere)
describeConformance(pgOn18, effortElsewhere)
describeConformance(mariadb, effortElsewhere)
describeConformance(mysql2AsMysql, effortElsewhere)

test("conformance of pglite", async () => {
  await conform(async () => {
    const { adapter, close } = await openPglite()
    return { adapter: adapter({ onWarning: () => {} }), close: () => close().catch(() => {}), outage: close }
  }, effortElsewhere)
}, 1_800_000)
