import { describe, test } from "vitest"
import { suiteOptions } from "../../../workshop/src/tests/tier.ts"
import { defaultSchema } from "../../src/contract/build-schema.ts"
import type { ForTenant, SqlAdapter } from "../../src/index.ts"
import { addTenants } from "../../src/stores/sql/compile/tenant-schema.ts"
import { conform } from "../stores/servers/support/conform.ts"
import { type Engine, mariadb, mysql2, newDatabase, pg, postgresJs } from "../support/engines.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { besideHostileTwin } from "./support/hostile-twin.ts"

describe.each([pg, postgresJs, mysql2, mariadb])("$name", (engine: Engine) => {
  const server = openForTests(engine.serve)

  test("passes the suite inside a tenant, beside one with equal keys", async () => {
    await conform(async () => {
      const { adapter, close } = engine.connect(
        await newDatabase(engine, server, addTenants(defaultSchema())),
      )
      const forTenant = adapter({
        tenants: true,
        onWarning: false,
      } as object) as unknown as ForTenant<SqlAdapter>
      return { adapter: besideHostileTwin(forTenant), close: () => close().catch(() => {}) }
    }, suiteOptions)
  }, 900_000)
})
