import { describe, expect, test } from "vitest"
import { type Finding, inspect, migrate } from "../../src/stores/sql/migrate/index.ts"
import { clients, type TestDatabase } from "../support/databases.ts"
import { redefine } from "./support/damage.ts"
import { everythingOf, signUp } from "./support/people.ts"

type Case = readonly [
  name: string,
  damage: (database: TestDatabase) => Promise<void>,
  found: Pick<Finding, "code" | "severity" | "table"> & Partial<Finding>,
]

const statement =
  (...statements: string[]) =>
  ({ run }: TestDatabase) =>
    run(...statements)
const redefined = (table: string, from: string, to: string) => (database: TestDatabase) =>
  redefine(database, table, from, to)

const error = "error" as const
const warning = "warning" as const

const cases: readonly Case[] = [
  [
    "a table",
    statement("DROP TABLE slots"),
    { code: "missing_table", severity: warning, model: "slot", table: "slots" },
  ],
  [
    "a column",
    statement("ALTER TABLE users DROP COLUMN image"),
    { code: "missing_column", severity: error, model: "user", table: "users", column: "image" },
  ],
  [
    "a NOT NULL column, in a table without rows",
    statement("ALTER TABLE authenticators DROP COLUMN counter"),
    { code: "missing_column", severity: error, table: "authenticators", column: "counter" },
  ],
  [
    "a primary key",
    redefined("accounts", 'PRIMARY KEY ("provider", "providerAccountId"),', ""),
    { code: "missing_key", severity: error, table: "accounts" },
  ],
  [
    "the unique email",
    statement("DROP INDEX users_email_key"),
    { code: "missing_key", severity: error, table: "users", column: "email" },
  ],
  [
    "the unique email, which has an index that is not unique",
    statement("DROP INDEX users_email_key", "CREATE INDEX users_email_key ON users (email)"),
    { code: "missing_key", severity: error, table: "users", column: "email" },
  ],
  [
    "a key that ignores case, under the name of the expected one",
    async (database) => {
      await database.run("DROP INDEX users_email_key")
      await database.run("CREATE UNIQUE INDEX users_email_key ON users (email COLLATE NOCASE)")
    },
    { code: "missing_key", severity: error, table: "users", column: "email" },
  ],
  [
    "the index on the owner",
    statement('DROP INDEX "accounts_userId_idx"'),
    {
      ...{ code: "missing_index", severity: warning, table: "accounts", column: "userId" },
      why: expect.stringContaining("deleting a user, or listing what a user owns, reads the whole table"),
    },
  ],
  [
    "the index on the owner of rows that expire",
    statement('DROP INDEX "sessions_userId_idx"'),
    {
      ...{ code: "missing_index", severity: warning, table: "sessions", column: "userId" },
      why: expect.stringContaining("deleting a user, or listing what a user owns, reads the whole table"),
    },
  ],
  [
    "the index on the expiry, if a partial one has its name",
    statement(
      "DROP INDEX sessions_expires_idx",
      "CREATE INDEX sessions_expires_idx ON sessions (expires) WHERE expires > 5",
    ),
    {
      ...{ code: "missing_index", severity: warning, table: "sessions", column: "expires" },
      why: expect.stringContaining("each sweep of expired rows reads the whole table"),
    },
  ],
  [
    "a foreign key",
    redefined(
      "sessions",
      ',\n  CONSTRAINT "sessions_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users" ("id") ON DELETE CASCADE',
      "",
    ),
    { code: "missing_foreign_key", severity: error, table: "sessions", column: "userId" },
  ],
  [
    "the cascade",
    redefined("authenticators", " ON DELETE CASCADE", " ON DELETE RESTRICT"),
    {
      ...{ code: "missing_cascade", severity: error, table: "authenticators", column: "userId" },
      why: expect.stringContaining("refuses to delete a user who has a passkey"),
    },
  ],
  [
    "the cascade of a foreign key in a column definition",
    redefined(
      "sessions",
      '"userId" TEXT NOT NULL,\n  "expires" INTEGER NOT NULL,\n  PRIMARY KEY ("sessionToken"),\n  CONSTRAINT "sessions_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users" ("id") ON DELETE CASCADE',
      `userId TEXT NOT NULL DEFAULT ('a, b') CONSTRAINT owner REFERENCES users ON DELETE SET NULL NOT DEFERRABLE CHECK (userId <> ''),
       expires INTEGER NOT NULL, -- in milliseconds, (since 1970
       primary key ("sessionToken" /* , */)`,
    ),
    { code: "missing_cascade", severity: error, table: "sessions", column: "userId" },
  ],
  [
    "a numeric column for text",
    redefined("accounts", '"providerAccountId" TEXT', '"providerAccountId" NUMERIC'),
    { code: "wrong_type", severity: error, table: "accounts", column: "providerAccountId" },
  ],
  [
    "a text column for a date",
    async (database) => {
      await redefine(database, "sessions", '"expires" INTEGER', '"expires" VARCHAR(30)')
      await database.run(
        "UPDATE sessions SET expires = strftime('%Y-%m-%dT%H:%M:%fZ', expires / 1000.0, 'unixepoch')",
      )
    },
    { code: "wrong_type", severity: error, table: "sessions", column: "expires" },
  ],
  [
    "a column that allows null, in other letters",
    redefined("accounts", '"type" TEXT NOT NULL', '"TYPE" TEXT NULL'),
    { code: "nullable_column", severity: warning, table: "accounts", column: "type" },
  ],
  [
    "a collation that ignores case",
    redefined("users", '"email" TEXT', '"email" TEXT COLLATE nocase'),
    { code: "folding_collation", severity: error, table: "users", column: "email" },
  ],
]

// It cannot be fixed while the table has rows.
const inEmptyTables = new Set(["a NOT NULL column, in a table without rows"])

describe.each(clients)("SEC-N17 inspect on %s", (_, open) => {
  test("is clean after migrate", async () => {
    const adapter = open().adapter()
    await migrate(adapter)
    expect(await inspect(adapter)).toEqual({ ok: true, findings: [] })
  })

  test.each(cases)("finds %s, and its statements fix it", async (name, damage, found) => {
    const database = open()
    const adapter = database.adapter()
    await migrate(adapter)
    const hasRows = !inEmptyTables.has(name)
    if (hasRows) await signUp(adapter)
    const before = await everythingOf(adapter)
    await damage(database)

    const { ok, findings } = await inspect(adapter)
    expect(findings).toEqual([expect.objectContaining(found)])
    expect(ok).toBe(found.severity === "warning")
    const [{ why, fix = [] }] = findings as [Finding]
    expect(why).toContain(found.table)
    expect(why).toMatch(/^[^:]+(: |\. ).+\. Fix: .+\.$/)

    expect(fix).not.toEqual([])
    await database.run(...fix)
    expect(await inspect(adapter)).toEqual({ ok: true, findings: [] })
    expect(await everythingOf(adapter)).toEqual(before)
    expect(before.every((row) => row !== null)).toBe(hasRows)
    expect(await database.rows("PRAGMA foreign_key_check")).toEqual([])
    expect(await database.rows("PRAGMA integrity_check")).toEqual([["ok"]])
    await signUp(adapter, "grace")
  })
})

describe.each(clients)("SEC-N17 inspect on %s", (_, open) => {
  test("reports foreign keys that are off, which would leave orphans", async () => {
    const { adapter, run } = open()
    await migrate(adapter())
    await run("PRAGMA foreign_keys = OFF")
    const { ok, findings } = await inspect(adapter())
    expect(ok).toBe(false)
    expect(findings).toEqual([expect.objectContaining({ code: "foreign_keys_off", table: "users" })])
    await run(...(findings[0]?.fix ?? []))
    expect(await inspect(adapter())).toEqual({ ok: true, findings: [] })
  })

  test("reports every table of an empty database, and its statements create them", async () => {
    const { adapter, run } = open()
    const { findings } = await inspect(adapter())
    expect(findings.map(({ code }) => code)).toEqual(Array(6).fill("missing_table"))
    for (const { fix = [] } of findings) await run(...fix)
    expect(await inspect(adapter())).toEqual({ ok: true, findings: [] })
  })

  test("reports several problems of one table, which its statements fix in order", async () => {
    const database = open()
    const adapter = database.adapter()
    await migrate(adapter)
    await signUp(adapter)
    const before = await everythingOf(adapter)
    const owner = '"userId" TEXT NOT NULL,\n  "expires" INTEGER NOT NULL'
    await redefine(database, "sessions", " ON DELETE CASCADE", "")
    await redefine(database, "sessions", 'PRIMARY KEY ("sessionToken")', "CHECK (true)")
    await redefine(database, "sessions", owner, '"userId" TEXT COLLATE RTRIM,\n  "expires" NUMERIC')
    await database.run("DROP INDEX sessions_expires_idx")

    const { findings } = await inspect(adapter)
    expect(findings.map(({ code, column }) => `${code} ${column}`)).toEqual([
      "missing_cascade userId",
      "folding_collation userId",
      "nullable_column userId",
      "nullable_column expires",
      "missing_key sessionToken",
      "missing_index expires",
    ])
    for (const { fix = [] } of findings) await database.run(...fix)
    expect(await inspect(adapter)).toEqual({ ok: true, findings: [] })
    expect(await everythingOf(adapter)).toEqual(before)
  })

  test("SEC-U8 a missing slots table is a warning that names the features that need it", async () => {
    const { adapter, run } = open()
    await migrate(adapter())
    await run("DROP TABLE slots")
    const { ok, findings } = await inspect(adapter())
    expect([ok, findings.length]).toEqual([true, 1])
    expect(findings[0]).toMatchObject({ code: "missing_table", severity: "warning", table: "slots" })
    for (const feature of ["passkeys", "email codes", "rate limits", "sweep", "Fix: run migrate."])
      expect(findings[0]?.why).toContain(feature)
    await run("DROP TABLE sessions")
    expect(await inspect(adapter())).toMatchObject({ ok: false })
  })

  test("counts blocking rows, and then offers no statements", async () => {
    const database = open()
    const adapter = database.adapter()
    await migrate(adapter)
    await signUp(adapter)
    await redefine(database, "accounts", '"type" TEXT NOT NULL', '"type" TEXT')
    await database.run("UPDATE accounts SET type = NULL")
    const { findings } = await inspect(adapter)
    expect(findings).toEqual([expect.objectContaining({ code: "nullable_column", rows: 1 })])
    expect(findings[0]?.why).toContain("1 row has null there")
    expect(findings[0]).not.toHaveProperty("fix")
  })
})
