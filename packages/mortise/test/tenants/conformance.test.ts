import { createClient } from "@libsql/client"
import { test } from "vitest"
import { suiteOptions } from "../../../workshop/src/tests/tier.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { libsqlAdapter } from "../../src/stores/sql/adapters/libsql-adapter.ts"
import { migrate } from "../../src/stores/sql/migrate/index.ts"
import { conform } from "../stores/servers/support/conform.ts"
import { besideHostileTwin } from "./support/hostile-twin.ts"

test("the suite passes inside a tenant in memory, beside one with equal keys", async () => {
  await conform(
    () => ({ adapter: besideHostileTwin(memoryAdapter({ tenants: true, onWarning: false })) }),
    suiteOptions,
  )
}, 300_000)

test("the suite passes inside a tenant on SQLite, beside one with equal keys", async () => {
  await conform(async () => {
    const client = createClient({ url: ":memory:" })
    const forTenant = libsqlAdapter(client, { tenants: true, onWarning: false })
    await migrate(forTenant)
    return { adapter: besideHostileTwin(forTenant), close: () => client.close() }
  }, suiteOptions)
}, 300_000)
