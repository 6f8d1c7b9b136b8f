import { Pool } from "pg"
import { describe, expect, onTestFinished, test } from "vitest"
import { openPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { inspect, migrate, plan } from "../../../src/better-auth/migrate/index.ts"
import { readIdMode } from "../../../src/better-auth/migrate/read-id-mode.ts"
import { postgresDialect } from "../../../src/sql/engines/postgres/dialect.ts"
import { openForTests } from "../../support/open-for-tests.ts"

const server = openForTests(openPostgres)

/** A new database, prepared by statements, and Better Auth on it. */
async function open(options: object, searchPath: string, ...statements: readonly string[]) {
  const pool = new Pool({
    connectionString: await server.database(),
    options: `-c search_path=${searchPath}`,
  })
  onTestFinished(() => pool.end())
  for (const statement of statements) await pool.query(statement)
  const database = mortiseDatabase(pool)
  const adapter = database(options)
  return {
    ...{ pool, adapter, auth: { options: { ...options, database } } },
    createUser: (email: string) =>
      adapter.create<Record<string, unknown>, { id: string }>({
        model: "user",
        data: { name: "Ada", email, emailVerified: false, createdAt: new Date(), updatedAt: new Date() },
      }),
  }
}

describe("SEC-T18 with the search path auth, public", () => {
  const createSchema = "CREATE SCHEMA auth"

  test("an unrelated table in the later schema is not Better Auth's", async () => {
    const { pool, auth, createUser } = await open(
      {},
      "auth,public",
      createSchema,
      'CREATE TABLE public."user" (number integer PRIMARY KEY, shoe text NOT NULL)',
    )
    await migrate(auth)
    expect(await inspect(auth)).toEqual({ ok: true, findings: [] })
    await createUser("ada@example.com")
    const { rows } = await pool.query('SELECT email FROM auth."user"')
    expect(rows).toEqual([{ email: "ada@example.com" }])
  })

  test("Better Auth's tables in the later schema are found there", async () => {
    const { pool, auth } = await open({}, "public", createSchema)
    await migrate(auth)
    const url = String(pool.options.connectionString)
    const later = new Pool({ connectionString: url, options: "-c search_path=auth,public" })
    onTestFinished(() => later.end())
    const options = { database: mortiseDatabase(later) }
    expect(await plan({ options })).toEqual({ steps: [], refusals: [] })
  })
})

describe("SEC-T19 ids and addresses in the database's own types", () => {
  const byFunction = () => "id"
  test.each([
    [false, "bigint", "serial"],
    [false, "uuid", "uuid"],
    [false, "text", "text"],
    [false, undefined, "uuid"],
    [byFunction, "bigint", "long-text"],
    [byFunction, "uuid", "uuid"],
    [byFunction, undefined, "long-text"],
    ["serial", "uuid", "serial"],
  ])("with generateId: %s and ids in %s, ids are %s", async (generateId, type, mode) => {
    const found = type === undefined ? [] : [{ columns: [{ name: "id", type }] }]
    const introspection = { readTables: async () => found, foldName: (name: string) => name }
    const connection = { dialect: postgresDialect, introspection, ask: async () => [] }
    const schema = { user: { modelName: "user", fields: {} } }
    expect(await readIdMode(generateId, schema as never, connection as never)).toBe(mode)
  })

  const generateId = { advanced: { database: { generateId: false } } } as const

  test("uuid ids that the database assigns are recognized, in new tables and existing ones", async () => {
    const { pool, auth, adapter, createUser } = await open(generateId, "public")
    await migrate(auth)
    expect(await inspect(auth)).toEqual({ ok: true, findings: [] })
    const { id } = await createUser("ada@example.com")
    expect(id).toMatch(/^[\da-f-]{36}$/)
    await pool.query("DROP TABLE session")
    await migrate(auth)
    const data = {
      token: "t",
      userId: id,
      expiresAt: new Date(),
      createdAt: new Date(),
      updatedAt: new Date(),
    }
    expect(await adapter.create({ model: "session", data })).toMatchObject({ userId: id })
    const byFunction = { advanced: { database: { generateId: () => crypto.randomUUID() } } }
    expect(await plan({ options: { ...auth.options, ...byFunction } })).toEqual({
      steps: [],
      refusals: [],
    })
  })

  test("addresses in a citext column are found in any case", async () => {
    const { pool, auth, adapter, createUser } = await open({}, "public", "CREATE EXTENSION citext")
    await migrate(auth)
    await pool.query('ALTER TABLE "user" ALTER COLUMN email TYPE citext')
    const { id } = await createUser("placeholder@example.com")
    await pool.query(`UPDATE "user" SET email = 'Ada@Example.com'`)
    for (const operator of ["eq", "in"] as const) {
      const value = operator === "in" ? ["ada@example.com"] : "ada@example.com"
      const find = () => adapter.findOne({ model: "user", where: [{ field: "email", operator, value }] })
      expect(await find()).toMatchObject({ id })
      expect(await Promise.all([find(), find(), find()])).toMatchObject([{ id }, { id }, { id }])
    }
  })
})
