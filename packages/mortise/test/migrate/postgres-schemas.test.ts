import { Pool } from "pg"
import { describe, expect, onTestFinished, test } from "vitest"
import { defineSchema, type Schema, text } from "../../src/index.ts"
import { pgAdapter } from "../../src/stores/sql/adapters/pg-adapter.ts"
import { inspect, migrate, plan } from "../../src/stores/sql/migrate/index.ts"
import { pg } from "../support/engines.ts"
import { failure } from "../support/failure.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { everythingOf, signUp } from "./support/people.ts"

const server = openForTests(pg.serve)

/** A new database, in which another program has a table of users in `public`. */
async function newDatabase() {
  const url = await server.database()
  const pool = open(url)
  await pool.query("CREATE TABLE users (id int PRIMARY KEY, expires timestamp); INSERT INTO users VALUES (7)")
  const tables = async () => {
    const { rows } = await pool.query(
      "SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1",
    )
    return rows.map(({ name }) => String(name))
  }
  const untouched = async () =>
    expect((await pool.query({ text: "SELECT * FROM public.users", rowMode: "array" })).rows).toEqual([
      [7, null],
    ])
  return { url, pool, tables, untouched }
}

function open(url: string, options?: string): Pool {
  const pool = new Pool({ connectionString: url, max: 4, options })
  onTestFinished(() => pool.end())
  return pool
}

const inSchema = (pgSchema: string) => defineSchema({ pgSchema, ids: "serial" })

const ownTables = (schema: string) =>
  [
    ...["accounts", "authenticators", "mortise_migrations", "sessions", "slots", "users"],
    "verification_tokens",
  ].map((table) => `${schema}.${table}`)

describe("tables in a named schema", () => {
  test("are created, read and inspected there, and a second migration does nothing", async () => {
    const { pool, tables, untouched } = await newDatabase()
    const statements: string[] = []
    const adapter = pgAdapter(pool, {
      schema: inSchema("auth"),
      onStatement: (statement) => void statements.push(statement),
    })
    const { version, steps } = await migrate(adapter)
    expect([version, steps[0]]).toEqual([
      1,
      { statement: 'CREATE SCHEMA IF NOT EXISTS "auth"', why: "The schema auth does not exist." },
    ])
    expect(await tables()).toEqual([...ownTables("auth"), "public.users"])
    expect(await migrate(adapter)).toEqual({ version: 1, steps: [] })
    expect(await inspect(adapter)).toEqual({ ok: true, findings: [] })

    statements.length = 0
    const { id } = await signUp(adapter)
    expect(await everythingOf(adapter)).not.toContain(null)
    await adapter.updateUser({ id, name: "Ada" })
    await adapter.deleteUser(id)
    expect(await adapter.getUser(id)).toBeNull()
    const places = statements.join("\n").match(/(?:"auth"\.)?"(?:users|sessions|accounts|authenticators)"/g)
    expect(places?.length).toBeGreaterThan(8)
    expect(places?.filter((place) => !place.startsWith('"auth".'))).toEqual([])
    await untouched()
  })

  test.each(["My Auth", `a"b.c'd`, "é-$"])("can be in the schema %s", async (name) => {
    const { pool, untouched } = await newDatabase()
    const schema = defineSchema({ pgSchema: name, ids: "serial", email: "legacy" })
    const adapter = pgAdapter(pool, { schema })
    await migrate(adapter)
    await signUp(adapter)
    expect(await everythingOf(adapter)).not.toContain(null)
    expect(await inspect(adapter)).toEqual({ ok: true, findings: [] })
    const { rows } = await pool.query(
      "SELECT count(*)::int AS n FROM pg_tables WHERE schemaname = $1 AND tablename = 'sessions'",
      [name],
    )
    expect(rows).toEqual([{ n: 1 }])
    await untouched()
  })

  test("do not mix with those of a second schema of the same database", async () => {
    const { pool, tables, untouched } = await newDatabase()
    const one = pgAdapter(pool, { schema: inSchema("one") })
    const two = pgAdapter(pool, { schema: inSchema("two") })
    await migrate(one)
    const { steps } = await plan(two)
    expect(steps[0]?.statement).toBe('CREATE SCHEMA IF NOT EXISTS "two"')
    expect((await inspect(two)).findings.map(({ code }) => code)).toEqual(Array(6).fill("missing_table"))
    await migrate(two)
    expect(await tables()).toEqual([...ownTables("one"), "public.users", ...ownTables("two")].sort())
    await signUp(one)
    expect(await two.getUserByEmail("ada@example.com")).toBeNull()
    await signUp(two)
    await pool.query('DROP INDEX two."sessions_userId_idx"')
    expect((await inspect(one)).findings).toEqual([])
    expect((await inspect(two)).findings).toMatchObject([
      { code: "missing_index", table: "sessions", why: expect.stringContaining("two.sessions has no index") },
    ])
    await untouched()
  })

  test("are created by a role that may not create schemas, if the schema exists", async () => {
    const { url, pool, tables } = await newDatabase()
    const role = `tenant_${Date.now().toString(36)}`
    await pool.query(`CREATE ROLE ${role} LOGIN; CREATE SCHEMA auth AUTHORIZATION ${role}`)
    onTestFinished(() => pool.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`).then(() => {}))
    const limited = new URL(url)
    limited.username = role
    const refused = pgAdapter(open(limited.href), { schema: inSchema("other") })
    await failure(migrate(refused), "unavailable")
    await migrate(pgAdapter(open(limited.href), { schema: inSchema("auth") }))
    expect(await tables()).toEqual([...ownTables("auth"), "public.users"])
  })

  test("are repaired there", async () => {
    const { pool, untouched } = await newDatabase()
    const adapter = pgAdapter(pool, { schema: inSchema("auth") })
    await migrate(adapter)
    const { id } = await signUp(adapter)
    await pool.query(`SET search_path TO auth;
      ALTER TABLE sessions DROP CONSTRAINT "sessions_userId_fkey", ADD CONSTRAINT owner FOREIGN KEY ("userId") REFERENCES users (id);
      ALTER TABLE sessions ALTER expires TYPE timestamp(3) USING expires AT TIME ZONE 'UTC';
      ALTER TABLE accounts ALTER type DROP NOT NULL;
      ALTER TABLE authenticators DROP CONSTRAINT "authenticators_userId_fkey";
      UPDATE users SET email = 'Ada@example.com';
      SET search_path TO DEFAULT`)
    const fresh = pgAdapter(pool, { schema: inSchema("auth") })
    const { message } = await failure(fresh.getUser(id), "not_migrated")
    expect(message).toContain("sessions.expires is a timestamp without time zone")
    const { findings } = await inspect(fresh, { emails: true })
    expect(findings.map(({ code, table }) => `${code} ${table}`).sort()).toEqual([
      "legacy_emails users",
      "missing_cascade sessions",
      "missing_foreign_key authenticators",
      "missing_time_zone sessions",
      "nullable_column accounts",
    ])
    for (const { fix = [] } of findings) for (const statement of fix) await pool.query(statement)
    expect(await inspect(fresh, { emails: true })).toEqual({ ok: true, findings: [] })
    expect(await everythingOf(fresh)).not.toContain(null)
    await untouched()
  })

  test("need a foreign key to their own table of users", async () => {
    const { pool } = await newDatabase()
    const adapter = pgAdapter(pool, { schema: inSchema("auth") })
    await migrate(adapter)
    await pool.query(
      `ALTER TABLE auth.sessions DROP CONSTRAINT "sessions_userId_fkey", ADD FOREIGN KEY ("userId") REFERENCES public.users (id) ON DELETE CASCADE`,
    )
    expect((await inspect(adapter)).findings).toMatchObject([
      {
        code: "missing_foreign_key",
        why: expect.stringContaining("auth.sessions.userId has no foreign key to auth.users"),
      },
    ])
  })

  test("have rows that block a migration, which are counted there", async () => {
    const { pool, untouched } = await newDatabase()
    const adapter = pgAdapter(pool, { schema: inSchema("auth") })
    await migrate(adapter)
    const { id } = await signUp(adapter)
    await pool.query("INSERT INTO auth.users (email) VALUES ('Ada@Example.com')")
    await pool.query("ALTER TABLE auth.accounts DROP CONSTRAINT accounts_pkey")
    await adapter.linkAccount({
      ...{ userId: id, type: "oauth", provider: "github", providerAccountId: "ada" },
    })
    const schema = defineSchema({
      ...{ pgSchema: "auth", ids: "serial", email: "legacy" },
      user: { fields: { team: text({ required: true }) } },
    })
    const { refusals } = await plan(pgAdapter(pool, { schema }))
    expect(refusals.map(({ code, what, rows }) => [code, what, rows])).toEqual([
      ["missing_column", "auth.users.team", 2],
      ["missing_key", "auth.accounts", 1],
    ])
    const { findings } = await inspect(pgAdapter(pool, { schema }))
    expect(findings.find(({ code }) => code === "missing_email_index")).toMatchObject({
      ...{ table: "users", pgSchema: "auth", rows: 1 },
    })
    await untouched()
  })

  test("get new fields, with a value from a function for existing rows", async () => {
    const { pool, untouched } = await newDatabase()
    await migrate(pgAdapter(pool, { schema: inSchema("auth") }))
    await signUp(pgAdapter(pool, { schema: inSchema("auth") }))
    const schema = defineSchema({
      ...{ pgSchema: "auth", ids: "serial" },
      user: { fields: { role: text({ default: "member" }), code: text({ default: () => "fresh" }) } },
    })
    const adapter = pgAdapter(pool, { schema })
    expect((await migrate(adapter)).version).toBe(2)
    const user = await adapter.getUserByEmail("ada@example.com")
    expect(user).toMatchObject({ role: "member", code: "fresh" })
    await untouched()
  })

  test("are named in errors", async () => {
    const { pool } = await newDatabase()
    const adapter = pgAdapter(pool, { schema: inSchema("auth") })
    const missing = await failure(adapter.getUserByEmail("ada@example.com"), "not_migrated")
    expect(missing.message).toMatch(/^The table auth\.users does not exist: run migrate/)
    await migrate(adapter)
    await signUp(adapter)
    const taken = await failure(adapter.createUser({ email: "ada@example.com" }), "conflict")
    expect([taken.model, taken.fields]).toEqual(["user", ["email"]])
    await pool.query("DROP TABLE auth.sessions")
    const gone = await failure(adapter.getSessionAndUser("x"), "not_migrated")
    expect(gone.message).toMatch(/^The table auth\.sessions does not exist/)
    await pool.query("DROP TABLE auth.users CASCADE")
    const account = { provider: "github", providerAccountId: "ada" }
    const ownerless = await failure(adapter.getUserByAccount(account), "not_migrated")
    expect(ownerless.message).toMatch(/^The table auth\.users does not exist/)
  })
})

describe("without the option, tables are those that the search path finds", () => {
  const check = async (pool: Pool, { tables, untouched }: Awaited<ReturnType<typeof newDatabase>>) => {
    const adapter = pgAdapter(pool)
    expect((await inspect(adapter)).findings.map(({ code }) => code)).toEqual(Array(6).fill("missing_table"))
    await migrate(adapter)
    expect(await tables()).toEqual([...ownTables("auth"), "public.users"])
    await signUp(adapter)
    expect(await everythingOf(adapter)).not.toContain(null)
    expect(await inspect(adapter)).toEqual({ ok: true, findings: [] })
    await untouched()
  }

  test("of the connection", async () => {
    const database = await newDatabase()
    await database.pool.query("CREATE SCHEMA auth")
    await check(open(database.url, "-c search_path=auth"), database)
    // The first schema that has the table counts.
    const adapter = pgAdapter(open(database.url, "-c search_path=auth,public"))
    expect(await inspect(adapter)).toEqual({ ok: true, findings: [] })
    expect(await everythingOf(adapter)).not.toContain(null)
  })

  test("of the role", async () => {
    const database = await newDatabase()
    const role = `tenant_${Date.now().toString(36)}`
    await database.pool.query(
      `CREATE ROLE ${role} LOGIN; CREATE SCHEMA auth AUTHORIZATION ${role}; ALTER ROLE ${role} SET search_path = auth`,
    )
    onTestFinished(() => database.pool.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`).then(() => {}))
    const url = new URL(database.url)
    url.username = role
    await check(open(url.href), database)
  })
})

test("a migration file creates the schema first", async () => {
  const { pool } = await newDatabase()
  const { prepareMigration } = await import("../../src/stores/sql/migrate/migrate.ts")
  const adapter = pgAdapter(pool, { schema: inSchema("auth") as Schema })
  const { script } = await prepareMigration(adapter, {})
  const { statements } = await script("0001.sql")
  expect(statements[0]?.text).toBe('CREATE SCHEMA IF NOT EXISTS "auth"')
  // The file creates the users, so their emails are known.
  expect(statements.at(-1)?.text).not.toContain("emails: unread")
  for (const { text } of statements) await pool.query(text)
  expect(await plan(adapter)).toEqual({ version: 1, steps: [], refusals: [] })
})
