import { createClient } from "@libsql/client"
import { Kysely, PostgresDialect } from "kysely"
import { type Client, Pool } from "pg"
import { expect, test } from "vitest"
import { type ForTenant, type SqlAdapter, upkeep } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { libsqlAdapter } from "../../src/stores/sql/adapters/libsql-adapter.ts"
import { mysql2Adapter } from "../../src/stores/sql/adapters/mysql2-adapter.ts"
import { pgAdapter } from "../../src/stores/sql/adapters/pg-adapter.ts"
import { inspect, migrate } from "../../src/stores/sql/migrate/index.ts"
import { kyselyAdapter } from "../../src/stores/sql/orms/kysely/kysely-adapter.ts"
import { rowLevelSecurity } from "../../src/stores/sql/row-level-security/row-level-security.ts"
import { tenants } from "../../src/tenants/index.ts"
import { newDatabase, pg } from "../support/engines.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { inAnHour } from "../support/people.ts"
import { newWalledDatabase, roles, urlOf } from "./support/walled-database.ts"

const server = openForTests(pg.serve)

type Sent = { text: string; name?: string; values?: readonly unknown[] }

/** Calls `onQuery` with each statement before it is sent, which may change its text. */
function poolWith(url: string, onQuery: (query: Sent) => void, max = 4): Pool {
  const pool = new Pool({ connectionString: url, max })
  pool.on("connect", (client: Client) => {
    const send = client.query.bind(client) as (...values: unknown[]) => unknown
    const query = (...values: unknown[]) => {
      onQuery(values[0] as Sent)
      return send(...values)
    }
    Object.assign(client, { query })
  })
  return pool
}

/** Removes the conditions on the tenant, as a defect in the statements would. */
function dropConditions(query: Sent): void {
  const text = query.text.replaceAll(
    /(?:\w\.)?"tenant" = (\$\d+|wanted\.tenant|u\."tenant")/g,
    "$1::text IS NOT NULL",
  )
  Object.assign(query, { text, name: "" })
}

/** Two tenants with one user and one session each. */
async function fillTwo(forTenant: ForTenant<SqlAdapter>) {
  for (const tenant of ["acme", "globex"]) {
    const { createUser, createSession } = forTenant(tenant)
    await createUser({ id: tenant, email: `${tenant}@example.com` })
    await createSession({ sessionToken: `token of ${tenant}`, userId: tenant, expires: inAnHour() })
  }
}

async function openFilled(onQuery: (query: Sent) => void = () => {}) {
  const url = await newWalledDatabase(pg, server)
  const pool = poolWith(urlOf(url, roles.app), onQuery)
  const forTenant = pgAdapter(pool, { tenants: rowLevelSecurity })
  await fillTwo(forTenant)
  return { url, pool, forTenant }
}

/** What a tenant sees of another's rows. */
async function look(forTenant: ForTenant<SqlAdapter>) {
  const acme = forTenant("acme")
  return {
    user: await acme.getUser("globex"),
    together: await Promise.all(Array.from({ length: 9 }, () => acme.getSessionAndUser("token of globex"))),
    updated: await acme.updateSession({ sessionToken: "token of globex", expires: inAnHour() }),
    users: await upkeep(acme).count("user"),
    page: (await upkeep(acme).page("user")).rows.map(({ id }) => id),
  }
}

const nothing = { user: null, together: Array(9).fill(null), updated: null, users: 1, page: ["acme"] }

test("a statement without its condition on the tenant sees no row of another tenant", async () => {
  const { pool, forTenant } = await openFilled(dropConditions)
  expect(await look(forTenant)).toEqual(nothing)
  await pool.end()
})

test("without the policies, the same statements see them", async () => {
  const pool = poolWith(await server.database(), dropConditions)
  const forTenant = pgAdapter(pool, { tenants: true })
  await migrate(forTenant)
  await fillTwo(forTenant)
  expect(await look(forTenant)).toMatchObject({ user: { id: "globex" }, users: 2, page: ["acme", "globex"] })
  await pool.end()
})

test("a statement without its tenant returns nothing, and stores nothing", async () => {
  const { url, pool } = await openFilled()
  const fresh = new Pool({ connectionString: urlOf(url, roles.app) })
  for (const client of [pool, fresh]) {
    expect((await client.query("SELECT * FROM users")).rows).toEqual([])
    const insert = "INSERT INTO users (tenant, id, email) VALUES ('acme', 'eve', 'eve@example.com')"
    await expect(client.query(insert)).rejects.toMatchObject({ code: "42501" })
    await client.end()
  }
})

test("lookups of two tenants that run at once share no statement, and each is one round trip", async () => {
  const sent: Sent[] = []
  const { pool, forTenant } = await openFilled((query) => sent.push(query))
  const looks = Array.from({ length: 60 }, (_, index) => ["acme", "globex"][index % 2] as string)
  const users = await Promise.all(looks.map((tenant) => forTenant(tenant).getUser(tenant)))
  expect(users.map((user) => user?.id)).toEqual(looks)
  expect(sent.map(({ text }) => text)).not.toContain("BEGIN")
  const batches = sent.filter(({ text }) => text.includes("wanted")).map(({ values }) => String(values?.[1]))
  expect(batches.length).toBeGreaterThan(1)
  for (const names of batches) expect(names).toMatch(/^\{("acme",?)+\}$|^\{("globex",?)+\}$/)
  await pool.end()
})

test("tenants are listed, counted and removed, and the rows of a user go with it", async () => {
  const { url, pool, forTenant } = await openFilled()
  await forTenant("acme").deleteUser("acme")
  const all = tenants(forTenant, { sleep: async () => {} })
  expect((await all.list()).tenants.map(({ name }) => name)).toEqual(["acme", "globex"])
  expect(await all.count("acme")).toMatchObject({ user: 0, session: 0 })
  expect(await all.count("globex")).toMatchObject({ user: 1, session: 1 })
  await all.remove("globex")
  await pg.execute(url, "DO $$ BEGIN ASSERT (SELECT count(*) FROM users) = 0; END $$")
  await pool.end()
})

test("migrate creates the policies, and adds what is missing; inspect says what is", async () => {
  const url = await newDatabase({ createTables: async () => {} }, server)
  const owner = new Pool({ connectionString: url })
  await migrate(pgAdapter(owner, { tenants: true }))
  const forTenant = pgAdapter(owner, { tenants: rowLevelSecurity })
  const codes = async (adapter: object) =>
    (await inspect(adapter)).findings.map(({ code, table }) => `${code} ${table}`)
  const tables = ["users", "accounts", "sessions", "verification_tokens", "authenticators", "slots"]
  expect(await codes(forTenant)).toEqual([
    ...tables.map((table) => `missing_policy ${table}`),
    "bypassed_policies users",
  ])
  const { steps } = await migrate(forTenant)
  expect(steps.filter(({ why }) => !why.includes("has no row-level security"))).toEqual([])
  expect(steps.slice(0, 3).map(({ statement }) => statement)).toEqual([
    'ALTER TABLE "users" ENABLE ROW LEVEL SECURITY',
    'ALTER TABLE "users" FORCE ROW LEVEL SECURITY',
    expect.stringMatching(/^CREATE POLICY "mortise_tenant" ON "users" USING/),
  ])
  expect((await migrate(forTenant)).steps).toEqual([])
  expect((await inspect(forTenant)).findings.map(({ why }) => why)).toEqual([
    expect.stringMatching(/^The role postgres of this connection is a superuser/),
  ])
  await owner.end()
})

test("inspect reports BYPASSRLS, a table that does not force its policies, and other policies", async () => {
  const { url, pool, forTenant } = await openFilled()
  expect((await inspect(forTenant)).findings).toEqual([])
  const bypassing = new Pool({ connectionString: urlOf(url, roles.bypassing) })
  const { ok, findings } = await inspect(pgAdapter(bypassing, { tenants: rowLevelSecurity }))
  expect(ok).toBe(false)
  expect(findings).toMatchObject([
    { code: "bypassed_policies", fix: [`ALTER ROLE "${roles.bypassing}" NOBYPASSRLS`] },
  ])
  await pg.execute(
    url,
    "ALTER TABLE sessions NO FORCE ROW LEVEL SECURITY",
    "CREATE POLICY support ON users FOR SELECT USING (true)",
    "ALTER POLICY mortise_tenant ON slots USING (true)",
  )
  const drifted = await inspect(forTenant)
  expect(drifted.findings).toMatchObject([
    { code: "open_policy", table: "users", fix: ['DROP POLICY "support" ON "users"'] },
    { code: "missing_policy", table: "sessions", fix: ['ALTER TABLE "sessions" FORCE ROW LEVEL SECURITY'] },
    { code: "open_policy", table: "slots" },
  ])
  await expect(migrate(forTenant)).rejects.toMatchObject({ code: "conflict" })
  const fixes = drifted.findings.flatMap(({ fix }) => fix ?? [])
  for (const fix of fixes) await pool.query(fix)
  expect((await inspect(forTenant)).findings).toEqual([])
  await Promise.all([bypassing.end(), pool.end()])
})

const wall = { tenants: rowLevelSecurity } as never
test.each<[string, () => unknown]>([
  ["memory", () => memoryAdapter(wall)],
  ["SQLite", () => libsqlAdapter(createClient({ url: ":memory:" }), wall)],
  ["MySQL", () => mysql2Adapter({ execute() {}, query() {}, getConnection() {} } as never, wall)],
  [
    "an ORM on PostgreSQL",
    () => kyselyAdapter(new Kysely({ dialect: new PostgresDialect({ pool: new Pool() }) }), wall),
  ],
])("row-level security is refused on %s", (_, make) => {
  expect(make).toThrow(expect.objectContaining({ code: "invalid" }))
})
