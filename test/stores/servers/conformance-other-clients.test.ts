import { test } from "vitest"
import { conform, describeConformance } from "./support/conform.ts"
import { mariadb, mysql2AsMysql, openPglite, pgOn18, postgresJs } from "./support/engines.ts"

describeConformance(postgresJs, "quick")
describeConformance(pgOn18, "quick")
describeConformance(mariadb, "quick")
describeConformance(mysql2AsMysql, "quick")

test("conformance of pglite", async () => {
  await conform(async () => {
    const { adapter, close } = await openPglite()
    return { adapter: adapter({ onWarning: () => {} }), close: () => close().catch(() => {}), outage: close }
  }, "quick")
}, 300_000)
