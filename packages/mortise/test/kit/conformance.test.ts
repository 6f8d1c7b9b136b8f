import { expect, test } from "vitest"
import { suiteOptions } from "../../../workshop/src/tests/tier.ts"
import { conform } from "../stores/servers/support/conform.ts"
import { checkLeaks, checkRemoval } from "../tenants/support/check-leaks.ts"
import { mapAdapter } from "./map-store.ts"

test("a store that is written with the kit passes the suite", async () => {
  await conform(() => ({ adapter: mapAdapter(new Map()) }), suiteOptions)
}, 300_000)

test("a tenant of such a store learns nothing of another one", async () => {
  const map = new Map<string, string>()
  const forTenant = mapAdapter(map, { tenants: true, onWarning: false })
  await checkLeaks(forTenant, suiteOptions.seed)
  await checkRemoval(forTenant)
  expect(map.size).toBeGreaterThan(0)
}, 300_000)
