import { createClient } from "@libsql/client"
import { beforeEach, describe, expect, test } from "vitest"
import { extras, upkeep } from "../../../../src/index.ts"
import { libsqlAdapter } from "../../../../src/stores/sql/adapters/libsql-adapter.ts"
import { inspect } from "../../../../src/stores/sql/migrate/inspect.ts"
import { migrate } from "../../../../src/stores/sql/migrate/migrate.ts"
import { createTablesSchema } from "../../../../src/stores/sql/orms/tables/create-tables-schema.ts"
import { column, tablesWith } from "./tables.ts"

let clock = 0
const integer = { type: "integer" }
const tables = tablesWith(
  {
    user: [
      column("id", { notNull: true, onInsert: () => "made-by-the-orm" }),
      column("emailVerified", integer),
      column("role", { notNull: true, hasDefault: true }),
      column("touched", {
        ...integer,
        kind: "date",
        onInsert: () => new Date(clock),
        onUpdate: () => new Date(clock),
      }),
    ],
    session: [column("expires", { ...integer, notNull: true })],
  },
  "sqlite",
)
const schema = createTablesSchema(tables, { factory: "drizzleAdapter" })
const client = createClient({ url: ":memory:" })
const adapter = libsqlAdapter(client, { schema })
type Made = { id: string; role?: unknown; touched?: unknown }

beforeEach(async () => {
  clock = 1000
  await client.executeMultiple(`
    DROP TABLE IF EXISTS session; DROP TABLE IF EXISTS account; DROP TABLE IF EXISTS user;
    CREATE TABLE user (id text PRIMARY KEY, name text, email text UNIQUE, emailVerified integer, image text,
      role text NOT NULL DEFAULT 'member', touched integer);
    CREATE TABLE account (userId text);
    CREATE TABLE session (sessionToken text PRIMARY KEY, userId text NOT NULL REFERENCES user (id) ON DELETE CASCADE,
      expires integer NOT NULL)`)
})

describe("values that the ORM or the database creates", () => {
  test("an insert calls the ORM's functions and leaves the database its defaults", async () => {
    const user: Made = await adapter.createUser({ email: "ada@example.com" })
    expect(user).toMatchObject({ id: "made-by-the-orm", role: "member", touched: new Date(1000) })
    const given = { id: "x", email: "bob@example.com", role: "admin", touched: null }
    expect(await adapter.createUser(given)).toMatchObject({ id: "x", role: "admin", touched: null })
  })

  test("every update sets what the ORM would set", async () => {
    const { id } = await adapter.createUser({ email: "ada@example.com" })
    clock = 2000
    expect(await adapter.updateUser({ id, name: "Ada" })).toMatchObject({ touched: new Date(2000) })
    const touched = new Date(5)
    expect(await adapter.updateUser({ id, touched } as { id: string })).toMatchObject({ touched })
  })
})

describe("tables that are missing", () => {
  test("a model without a table is refused with the columns to add", async () => {
    await expect(adapter.useVerificationToken({ identifier: "a@b.c", token: "t" })).rejects.toMatchObject({
      code: "not_migrated",
      message: expect.stringMatching(
        /Drizzle has no table for verificationToken: add a table .* primary key \(identifier, token\)[\s\S]*expires INTEGER NOT NULL/,
      ),
    })
  })

  test("deleting users and sweeping work without it", async () => {
    const { id } = await adapter.createUser({ email: "ada@example.com" })
    await adapter.createSession({ sessionToken: "t", userId: id, expires: new Date(1) })
    expect(await upkeep(adapter)?.sweep()).toBe(1)
    await adapter.deleteUser(id)
    expect(await adapter.getUser(id)).toBeNull()
    expect(extras(adapter)).toBeDefined()
  })

  test("a table that the database lacks is an error that names the ORM", async () => {
    await client.execute("DROP TABLE account")
    await expect(
      adapter.linkAccount({ userId: "x", type: "oidc", provider: "p", providerAccountId: "1" }),
    ).rejects.toThrow(
      "The table account does not exist: run the migrations of Drizzle. If they do not create it, add a table for account",
    )
  })
})

describe("migrate and inspect", () => {
  beforeEach(async () => {
    await client.execute("DROP TABLE account")
  })

  test("migrate changes nothing and prints what to add", async () => {
    const printed: string[] = []
    const { steps } = await migrate(adapter, { onStatement: (text) => printed.push(text) })
    expect(steps).toEqual([])
    expect(printed[0]).toContain("Drizzle manages these tables, so migrate changes nothing.")
    expect(printed.join("\n")).toContain('CREATE TABLE "account"')
    const { rows } = await client.execute("SELECT name FROM sqlite_master WHERE name = 'account'")
    expect(rows).toEqual([])
  })

  test("inspect reports what to add, and does not fail for models that the ORM lacks", async () => {
    const { findings } = await inspect(adapter)
    const missing = findings.filter(({ code }) => code === "missing_table")
    expect(missing.map(({ model, severity }) => `${model} ${severity}`)).toEqual([
      "account error",
      "verificationToken warning",
      "authenticator warning",
      "slot warning",
    ])
    expect(missing[0]?.why).toContain("Fix: add it to the schema of Drizzle")
    const index = findings.find(({ code }) => code === "missing_email_index")
    expect(index?.why).toContain("Fix: add it to the schema of Drizzle")
  })
})
