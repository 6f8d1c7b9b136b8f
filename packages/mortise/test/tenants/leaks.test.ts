import { createClient } from "@libsql/client"
import { test } from "vitest"
import { seed } from "../../../workshop/src/tests/seed.ts"
import { libsqlAdapter } from "../../src/stores/sql/adapters/libsql-adapter.ts"
import { migrate } from "../../src/stores/sql/migrate/index.ts"
import { checkLeaks } from "./support/check-leaks.ts"

test("no tenant learns of another on SQLite", async () => {
  const forTenant = libsqlAdapter(createClient({ url: ":memory:" }), { tenants: true, onWarning: false })
  await migrate(forTenant)
  await checkLeaks(forTenant, seed)
}, 120_000)
