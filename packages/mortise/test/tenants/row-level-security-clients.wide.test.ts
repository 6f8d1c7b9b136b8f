import { PGlite } from "@electric-sql/pglite"
import { Pool } from "pg"
import { expect, test } from "vitest"
import { startPgbouncer } from "../../../workshop/src/servers/pgbouncer.ts"
import { seed } from "../../../workshop/src/tests/seed.ts"
import { inFullRun, isFullRun } from "../../../workshop/src/tests/tier.ts"
import { type ForTenant, type SqlAdapter, upkeep } from "../../src/index.ts"
import { pgAdapter } from "../../src/stores/sql/adapters/pg-adapter.ts"
import { pgliteAdapter } from "../../src/stores/sql/adapters/pglite-adapter.ts"
import { migrate } from "../../src/stores/sql/migrate/index.ts"
import { rowLevelSecurity } from "../../src/stores/sql/row-level-security/row-level-security.ts"
import { pg } from "../support/engines.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { checkLeaks } from "./support/check-leaks.ts"
import { newWalledDatabase, roles, urlOf } from "./support/walled-database.ts"

const { neonEngines } = isFullRun ? await import("../edge/neon/engines.ts") : { neonEngines: [] }

const server = openForTests(pg.serve)
const options = { tenants: rowLevelSecurity, onWarning: false } as const

type Opened = { readonly forTenant: ForTenant<SqlAdapter>; close(): Promise<unknown> }

const pooled = "pg behind pgbouncer in transaction mode"

const clients: Readonly<Record<string, () => Promise<Opened>>> = {
  async [pooled]() {
    const pooler = await startPgbouncer(urlOf(await newWalledDatabase(pg, server), roles.app), {
      mode: "transaction",
      connections: 3,
    })
    const pool = new Pool({ connectionString: pooler.url })
    return {
      forTenant: pgAdapter(pool, options),
      close: async () => {
        await pool.end()
        await pooler.close()
      },
    }
  },
  async PGlite() {
    const client = await PGlite.create()
    const forTenant = pgliteAdapter(client, options)
    await migrate(forTenant)
    await client.exec("CREATE ROLE app; GRANT ALL ON ALL TABLES IN SCHEMA public TO app; SET ROLE app")
    return { forTenant, close: () => client.close() }
  },
  ...Object.fromEntries(
    neonEngines.map(({ name, connect }) => [
      name,
      async () => {
        const { adapter, close } = connect(urlOf(await newWalledDatabase(pg, server), roles.app))
        return { forTenant: adapter(options as object) as unknown as ForTenant<SqlAdapter>, close }
      },
    ]),
  ),
}

test.each([pooled, ...inFullRun(Object.keys(clients).slice(1))])(
  "behind row-level security, no tenant learns of another on %s",
  async (name) => {
    const { forTenant, close } = await (clients[name] as () => Promise<Opened>)()
    await checkLeaks(forTenant, seed)
    expect(await upkeep(forTenant("nobody")).count("slot")).toBe(0)
    await close()
  },
  300_000,
)
