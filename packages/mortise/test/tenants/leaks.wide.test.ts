import { describe, test } from "vitest"
import { seed } from "../../../workshop/src/tests/seed.ts"
import { defaultSchema } from "../../src/contract/build-schema.ts"
import type { ForTenant } from "../../src/index.ts"
import { addTenants } from "../../src/stores/sql/compile/tenant-schema.ts"
import { type Engine, mariadb, newDatabase, pg } from "../support/engines.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { checkLeaks, checkRemoval } from "./support/check-leaks.ts"

describe.each([pg, mariadb])("$name", (engine: Engine) => {
  const server = openForTests(engine.serve)

  test("no tenant learns of another, and one is removed alone", async () => {
    const url = await newDatabase(engine, server, addTenants(defaultSchema()))
    const { adapter, close } = engine.connect(url)
    const forTenant = adapter({ tenants: true, onWarning: false } as object) as unknown as ForTenant
    await checkLeaks(forTenant, seed)
    await checkRemoval(forTenant)
    await close()
  }, 600_000)
})
