import { describe, test } from "vitest"
import { suiteOptions } from "../../../workshop/src/tests/tier.ts"
import type { ForTenant, SqlAdapter } from "../../src/index.ts"
import { rowLevelSecurity } from "../../src/stores/sql/row-level-security/row-level-security.ts"
import { conform } from "../stores/servers/support/conform.ts"
import { type Engine, pg, postgresJs } from "../support/engines.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { besideHostileTwin } from "./support/hostile-twin.ts"
import { newWalledDatabase, roles, urlOf } from "./support/walled-database.ts"

describe.each([pg, postgresJs])("$name", (engine: Engine) => {
  const server = openForTests(engine.serve)

  test("passes the suite inside a tenant behind row-level security, beside one with equal keys", async () => {
    await conform(async () => {
      const url = await newWalledDatabase(engine, server)
      const { adapter, close } = engine.connect(urlOf(url, roles.app))
      const forTenant = adapter({
        tenants: rowLevelSecurity,
        onWarning: false,
      } as object) as unknown as ForTenant<SqlAdapter>
      return { adapter: besideHostileTwin(forTenant), close: () => close().catch(() => {}) }
    }, suiteOptions)
  }, 900_000)
})
