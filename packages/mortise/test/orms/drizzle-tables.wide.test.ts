import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { internals } from "../../src/contract/internals.ts"
import type { Schema } from "../../src/index.ts"
import { mysql2 } from "../../src/sql/drivers/mysql2/mysql2-client.ts"
import { mysql } from "../../src/sql/engines/mysql/engine.ts"
import { drizzleAdapter } from "../../src/stores/sql/orms/drizzle/drizzle-adapter.ts"
import { createSqlAdapter } from "../../src/stores/sql/sql-adapter.ts"
import { failure } from "../support/failure.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { installOrms, installOtherMajors } from "./install.ts"
import { mariadbDatabases, postgresDatabases } from "./support/databases.ts"

await installOrms()
await installOtherMajors()
const { sql } = await import("drizzle-orm")
const { drizzle } = await import("drizzle-orm/mysql2")
const { customType, datetime, int, mysqlTable, varchar } = await import("drizzle-orm/mysql-core")
const { createPool } = await import("mysql2/promise")
const majors = {
  "0.45": await import("./drizzle/people.ts"),
  "1.0": (await import(
    "./other-majors/drizzle-people.ts"
  )) as unknown as typeof import("./drizzle/people.ts"),
}

const create = [
  "CREATE TYPE role AS ENUM ('member', 'admin')",
  `CREATE TABLE people (id uuid PRIMARY KEY, name text, email text NOT NULL UNIQUE, email_verified timestamptz, image text,
    role role NOT NULL DEFAULT 'member', plan text DEFAULT 'free', created_at timestamp(3) NOT NULL DEFAULT (now() AT TIME ZONE 'UTC'),
    updated_at timestamp, settings jsonb, balance numeric, logins integer NOT NULL, nick varchar(64), note text,
    tags text[], big bigint)`,
  "CREATE TABLE visits (session_token text PRIMARY KEY, user_id uuid NOT NULL REFERENCES people (id), expires timestamp(3) NOT NULL)",
  "CREATE TABLE cased (id serial PRIMARY KEY, name text, email text UNIQUE, email_verified timestamp, image text, favorite_color text)",
]
const id = "00000000-0000-4000-8000-00000000000a"

describe.each(Object.entries(majors))("the tables of Drizzle %s", (_, { openPeople, ...tables }) => {
  const server = openForTests(postgresDatabases.serve)
  let opened: ReturnType<typeof openPeople>
  beforeAll(async () => {
    const url = await server.database()
    await postgresDatabases.execute(url, ...create)
    opened = openPeople(url)
  })
  afterAll(async () => {
    await opened?.close()
  })
  const refusal = (options: object) => {
    try {
      drizzleAdapter(opened.casedDb, options)
      return "nothing"
    } catch (error) {
      return (error as Error).message
    }
  }

  test("are found in the schema, with the values that Drizzle or the database creates", async () => {
    const { db, client } = opened
    const adapter = drizzleAdapter(db)
    const before = Date.now()
    const user = await adapter.createUser({ email: "ada@example.com", settings: { theme: "dark" } })
    expect(user).toMatchObject({ id, role: "member", plan: "free", logins: 7, nick: null, balance: null })
    expect(Object.keys(user)).not.toContain("note")
    expect(user.updatedAt?.getTime()).toBeGreaterThanOrEqual(before)
    expect(Math.abs(user.createdAt.getTime() - before)).toBeLessThan(60_000)

    await new Promise((resolve) => setTimeout(resolve, 5))
    const changes = { id, balance: "12.50", nick: "ada", role: "admin", plan: null } as const
    const updated = await adapter.updateUser(changes)
    expect(updated).toMatchObject(changes)
    expect(updated.updatedAt?.getTime()).toBeGreaterThan(user.updatedAt?.getTime() ?? 0)

    await client.query("UPDATE people SET note = 'sealed x', tags = '{a}', big = 1")
    const { note, tags, big, ...read } = (await db.select().from(tables.users))[0] ?? {}
    expect([note, tags, big]).toEqual(["x", ["a"], 1n])
    expect(await adapter.getUser(id)).toEqual(read)
    expect(internals(adapter)?.schema).toBe(internals(drizzleAdapter(db))?.schema)
  })

  test("may have properties in snake_case, and no cascade", async () => {
    const adapter = drizzleAdapter(opened.db)
    const session = { sessionToken: "t", userId: id, expires: new Date(Date.now() + 60_000) }
    await adapter.createSession(session)
    expect((await adapter.getSessionAndUser("t"))?.session).toEqual(session)
    await adapter.deleteUser(id)
    expect(await adapter.getSessionAndUser("t")).toBeNull()
  })

  test("may have column names that Drizzle derives, and serial ids", async () => {
    const adapter = drizzleAdapter(opened.casedDb, { usersTable: tables.cased })
    const user = await adapter.createUser({ email: "ada@example.com", favoriteColor: "red" })
    expect(user).toMatchObject({ id: "1", favoriteColor: "red", emailVerified: null })
    expect(await adapter.getUserByEmail("ADA@example.com")).toEqual(user)
    const { message } = await failure(
      adapter.useVerificationToken({ identifier: "a", token: "t" }),
      "not_migrated",
    )
    expect(message).toContain('identifier: text("identifier").notNull(),\n')
  })

  test("are refused with what to do about it", () => {
    expect(refusal({ usersTable: tables.withoutEmail })).toBe(
      'drizzleAdapter: The table user has no column for user.email. Add it to the schema of Drizzle: email: text("email"),',
    )
    expect(refusal({ usersTable: tables.withSealedName })).toBe(
      "drizzleAdapter: The column user.name cannot be used: only the ORM can convert its values: give it a built-in type.",
    )
    expect(refusal({ usersTable: tables.users, sessionsTable: tables.inSchema })).toContain(
      "The table sessions is in the schema auth, and people is not: keep all tables",
    )
    expect(refusal({ usersTable: {} })).toContain("usersTable must be a table of Drizzle")
    expect(refusal({ userTable: tables.users })).toContain('did you mean "usersTable"?')
    expect(() => drizzleAdapter({ _: {} })).toThrow("takes a database or a transaction of Drizzle")
  })
})

test("on MySQL, which returns no row, defaults of the database are read after an insert", async () => {
  const server = await mariadbDatabases.serve()
  const url = await server.database()
  await mariadbDatabases.execute(
    url,
    "CREATE TABLE people (id int AUTO_INCREMENT PRIMARY KEY, name varchar(255), email varchar(255) UNIQUE, emailVerified datetime(3), image varchar(255), createdAt datetime(3) NOT NULL DEFAULT NOW(3), settings longtext)",
  )
  const pool = createPool(url)
  const jsonText = customType<{ data: object; driverData: string }>({
    dataType: () => "longtext",
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (value) => JSON.parse(value),
  })
  const people = mysqlTable("people", {
    id: int("id").autoincrement().primaryKey(),
    name: varchar("name", { length: 255 }),
    email: varchar("email", { length: 255 }),
    emailVerified: datetime("emailVerified", { fsp: 3 }),
    image: varchar("image", { length: 255 }),
    settings: jsonText("settings"),
    createdAt: datetime("createdAt", { fsp: 3 }).default(sql`now(3)`).notNull(),
  })
  const schema = internals(drizzleAdapter(drizzle({ client: pool }), { usersTable: people }))
    ?.schema as Schema
  const adapter = createSqlAdapter(
    { ...mysql2.describe(mysql2.getDriver(pool)), detectEngine: async () => mysql },
    { schema },
  )
  const settings = { theme: "dark" }
  const given = { email: "ada@example.com", settings }
  const user = await adapter.createUser(given)
  expect(user).toMatchObject({ id: "1", createdAt: expect.any(Date), settings })
  expect(await adapter.getUser("1")).toEqual(user)
  await pool.end()
  await server.close()
})
