import { expect, test } from "vitest"
import { defineSchema, text } from "../../src/index.ts"
import { mysql2Adapter } from "../../src/stores/sql/adapters/mysql2-adapter.ts"
import { pgAdapter } from "../../src/stores/sql/adapters/pg-adapter.ts"
import { inspect, migrate } from "../../src/stores/sql/migrate/index.ts"
import { mysql2, newDatabase, pg } from "../support/engines.ts"
import { fillTables, mariadbParts, postgresParts } from "../support/fill-tables.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { watchMariadb, watchPostgres } from "../support/watched-reads.ts"

const rows = 3_000
const schema = defineSchema({
  user: { fields: { ref: text({ default: () => "new" }) } },
  account: { fields: { ref: text({ default: () => "new" }) } },
})
const servers = { postgres: openForTests(pg.serve), mariadb: openForTests(mysql2.serve) }

const open = {
  async PostgreSQL() {
    const url = await newDatabase(pg, servers.postgres)
    await pg.execute(url, ...fillTables(postgresParts, rows), "ANALYZE")
    const { client, ...watched } = watchPostgres(url)
    return { ...watched, adapter: pgAdapter(client, { schema }) }
  },
  async MariaDB() {
    const url = await newDatabase(mysql2, servers.mariadb)
    await mysql2.execute(url, ...fillTables(mariadbParts, rows), "ANALYZE TABLE users, accounts")
    const { client, ...watched } = await watchMariadb(url)
    return { ...watched, adapter: mysql2Adapter(client, { schema }) }
  },
}

test.each(["PostgreSQL", "MariaDB"] as const)(
  "SEC-T25 filling new columns reads each row a few times, however many batches there are, on %s",
  async (engine) => {
    const { adapter, watch, close } = await open[engine]()
    // The catalog has many rows, too.
    const inspected = await watch(() => inspect(adapter))
    const migrated = await watch(() => migrate(adapter))
    expect(migrated.rows - inspected.rows).toBeLessThan(2 * 4 * rows)
    expect(await adapter.getUser("user-7")).toMatchObject({ ref: "new" })
    await close()
  },
)
