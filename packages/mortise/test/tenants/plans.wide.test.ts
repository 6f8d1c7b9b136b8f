import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { defaultSchema } from "../../src/contract/build-schema.ts"
import { modelNames } from "../../src/contract/models.ts"
import { extras, type ForTenant, type SqlAdapter, upkeep } from "../../src/index.ts"
import { mysql2Adapter } from "../../src/stores/sql/adapters/mysql2-adapter.ts"
import { pgAdapter } from "../../src/stores/sql/adapters/pg-adapter.ts"
import { addTenants } from "../../src/stores/sql/compile/tenant-schema.ts"
import { migrate } from "../../src/stores/sql/migrate/index.ts"
import { rowLevelSecurity } from "../../src/stores/sql/row-level-security/row-level-security.ts"
import { everyOperation, everythingElse } from "../stores/servers/support/every-operation.ts"
import { client as libsql } from "../stores/sqlite/clients/libsql.ts"
import { mysql2, newDatabase, pg } from "../support/engines.ts"
import {
  type FillParts,
  fillTables,
  mariadbParts,
  postgresParts,
  sqliteParts,
} from "../support/fill-tables.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { type Reads, watchMariadb, watchPostgres, watchSqlite } from "../support/watched-reads.ts"
import { newWalledDatabase, roles } from "./support/walled-database.ts"

const limit = 25
/** Far fewer than a tenant has, and enough for a page or a batch. */
const mostRows = 4 * limit

const tables = Object.values(defaultSchema().models).map(({ table }) => table)

/** Two tenants with the same keys. */
const fill = (parts: FillParts) => ["acme", "globex"].flatMap((tenant) => fillTables(parts, 2_000, tenant))

type Subject = {
  readonly forTenant: ForTenant<SqlAdapter>
  watch(call: () => Promise<unknown>): Promise<Reads>
  close(): unknown
}

/** The calls that read all rows of a tenant, and why. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  // Only tools count.
  PostgreSQL: ["count"],
  "PostgreSQL with row-level security": ["count"],
  // It sorts the rows of the tenant, because all of them have expired.
  MariaDB: ["count", "the first batch of a sweep", "the second batch of a sweep"],
  SQLite: [],
}

const servers = { postgres: openForTests(pg.serve), mariadb: openForTests(mysql2.serve) }

const open: Readonly<Record<string, () => Promise<Subject>>> = {
  async PostgreSQL() {
    const url = await newDatabase(pg, servers.postgres, addTenants(defaultSchema()))
    await pg.execute(url, ...fill(postgresParts), "ANALYZE")
    const { client, ...watched } = watchPostgres(url)
    return { ...watched, forTenant: pgAdapter(client, { tenants: true }) }
  },
  async "PostgreSQL with row-level security"() {
    const url = await newWalledDatabase(pg, servers.postgres)
    await pg.execute(url, ...fill(postgresParts), "ANALYZE")
    // Only a superuser can load the module that explains plans.
    const { client, ...watched } = watchPostgres(url, { role: roles.app })
    return { ...watched, forTenant: pgAdapter(client, { tenants: rowLevelSecurity }) }
  },
  async MariaDB() {
    const url = await newDatabase(mysql2, servers.mariadb, addTenants(defaultSchema()))
    await mysql2.execute(url, ...fill(mariadbParts), `ANALYZE TABLE ${tables.join(", ")}`)
    const { client, ...watched } = await watchMariadb(url)
    return { ...watched, forTenant: mysql2Adapter(client, { tenants: true }) }
  },
  async SQLite() {
    const [used, explained] = [await openFilled(), await openFilled()]
    const { onStatement, watch } = watchSqlite(
      explained.all,
      (_, step) => !/\(tenant=\?|^SCAN json_each|SUBQUERY/.test(step),
    )
    const adapter = used.adapter({ onStatement, tenants: true } as object)
    return {
      watch,
      forTenant: adapter as unknown as ForTenant<SqlAdapter>,
      close: () => Promise.all([used.close(), explained.close()]),
    }
  },
}

async function openFilled() {
  const opened = await libsql.open(":memory:")
  await migrate(opened.adapter({ tenants: true } as object))
  for (const text of [...fill(sqliteParts), "ANALYZE"]) await opened.all(text)
  return opened
}

/** Lookups of both tenants at once, lists, pages, and batches of a sweep. */
function otherCalls(forTenant: ForTenant<SqlAdapter>) {
  const [acme, globex] = [forTenant("acme"), forTenant("globex")]
  const some = Array.from({ length: 20 }, (_, index) => `user-${index + 1}`)
  const both = <T>(look: (adapter: SqlAdapter, id: string) => Promise<T>) =>
    Promise.all(some.map((id, index) => look(index % 2 ? acme : globex, id)))
  const { page, sweep } = upkeep(acme)
  const now = new Date()
  return [
    ["several users", () => both((adapter, id) => adapter.getUser(id))],
    ["several sessions", () => both((adapter, id) => adapter.getSessionAndUser(id))],
    ["the sessions of a user", () => extras(acme).listSessions("user-7")],
    ["the accounts of a user", () => extras(acme).listAccounts("user-7")],
    ...modelNames.map((model) => [`a page of ${model}`, () => page(model, { limit })] as const),
    ["the first batch of a sweep", () => sweep({ limit, now })],
    ["the second batch of a sweep", () => sweep({ limit, now })],
  ] as const
}

describe.each(Object.keys(open))("on %s", (engine) => {
  let subject: Subject
  beforeAll(async () => {
    subject = await (open[engine] as () => Promise<Subject>)()
  }, 120_000)
  afterAll(() => subject?.close())

  test("every statement of a tenant uses an index that starts with the tenant", async () => {
    const { forTenant, watch } = subject
    const acme = forTenant("acme")
    // It is read at most every 30 seconds.
    await acme.getUser("user-1")
    const calls = [
      ...(await everyOperation(acme)),
      ...(await everythingElse(acme)).filter(([name]) => name !== "sweep"),
      ...otherCalls(forTenant),
    ]
    const wasteful: Record<string, Reads> = {}
    for (const [name, call] of calls) {
      const reads = await watch(call)
      const areByTenant = reads.conditions?.every((condition) => /\btenant\b/.test(condition)) ?? true
      if (reads.rows > mostRows || reads.scans.length > 0 || !areByTenant) wasteful[name] = reads
    }
    expect(Object.keys(wasteful), JSON.stringify(wasteful)).toEqual(exceptions[engine])
  })
})
