import { describe, expect, test } from "vitest"
import { execute as onMariadb } from "../../../workshop/src/servers/mariadb.ts"
import { execute as onPostgres } from "../../../workshop/src/servers/postgres.ts"
import { boolean, date, defineSchema, integer, json, number, type Schema, text } from "../../src/index.ts"
import { type FindingCode, inspect, migrate, plan } from "../../src/stores/sql/migrate/index.ts"
import { mysql2, pg } from "../support/engines.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { everythingOf, signUp } from "./support/people.ts"

type Damage = readonly [code: FindingCode, table: string, column: string, ...statements: string[]]

const onPg: readonly Damage[] = [
  ["missing_table", "slots", "", "DROP TABLE slots"],
  ["missing_column", "users", "image", "ALTER TABLE users DROP COLUMN image"],
  ["missing_key", "users", "email", "ALTER TABLE users DROP CONSTRAINT users_email_key"],
  ["missing_key", "accounts", "", "ALTER TABLE accounts DROP CONSTRAINT accounts_pkey"],
  ["missing_index", "sessions", "expires", "DROP INDEX sessions_expires_idx"],
  [
    "missing_foreign_key",
    "sessions",
    "userId",
    'ALTER TABLE sessions DROP CONSTRAINT "sessions_userId_fkey"',
  ],
  [
    "missing_cascade",
    "sessions",
    "userId",
    'ALTER TABLE sessions DROP CONSTRAINT "sessions_userId_fkey", ADD CONSTRAINT owner FOREIGN KEY ("userId") REFERENCES users (id)',
  ],
  ["nullable_column", "accounts", "type", "ALTER TABLE accounts ALTER type DROP NOT NULL"],
  [
    "folding_collation",
    "users",
    "email",
    "CREATE COLLATION folding (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
    "ALTER TABLE users ALTER email TYPE text COLLATE folding",
  ],
  [
    "missing_time_zone",
    "sessions",
    "expires",
    "ALTER TABLE sessions ALTER expires TYPE timestamp(3) USING expires AT TIME ZONE 'UTC'",
  ],
  ["short_column", "sessions", "expires", "ALTER TABLE sessions ALTER expires TYPE timestamptz(0)"],
  ["short_column", "users", "email", 'ALTER TABLE users ALTER email TYPE varchar(100) COLLATE "C"'],
  ["small_number", "authenticators", "counter", "ALTER TABLE authenticators ALTER counter TYPE int"],
  ["small_number", "accounts", "expires_at", "ALTER TABLE accounts ALTER expires_at TYPE int"],
  ["wrong_type", "accounts", "expires_at", "ALTER TABLE accounts ALTER expires_at TYPE bigint"],
  ["wrong_type", "slots", "value", "ALTER TABLE slots ALTER value TYPE json"],
  ["wrong_type", "users", "name", "ALTER TABLE users ALTER name TYPE char(10)"],
]

const onMysql: readonly Damage[] = [
  ["missing_table", "slots", "", "DROP TABLE slots"],
  ["missing_column", "users", "image", "ALTER TABLE users DROP COLUMN image"],
  ["missing_key", "users", "email", "ALTER TABLE users DROP KEY email"],
  ["missing_key", "accounts", "", "ALTER TABLE accounts DROP PRIMARY KEY"],
  ["missing_index", "sessions", "expires", "DROP INDEX sessions_expires_idx ON sessions"],
  ["missing_foreign_key", "sessions", "userId", "ALTER TABLE sessions DROP FOREIGN KEY sessions_userId_fkey"],
  [
    "missing_cascade",
    "sessions",
    "userId",
    "ALTER TABLE sessions DROP FOREIGN KEY sessions_userId_fkey",
    "ALTER TABLE sessions ADD CONSTRAINT owner FOREIGN KEY (userId) REFERENCES users (id)",
  ],
  ["nullable_column", "accounts", "type", "ALTER TABLE accounts MODIFY type MEDIUMTEXT"],
  [
    "folding_collation",
    "users",
    "email",
    "ALTER TABLE users MODIFY email VARCHAR(254) COLLATE utf8mb4_general_ci",
  ],
  ["folding_collation", "users", "email", "ALTER TABLE users MODIFY email VARCHAR(254) COLLATE utf8mb4_bin"],
  ["short_column", "sessions", "expires", "ALTER TABLE sessions MODIFY expires DATETIME NOT NULL"],
  ["short_column", "users", "name", "ALTER TABLE users MODIFY name VARCHAR(100)"],
  ["small_number", "authenticators", "counter", "ALTER TABLE authenticators MODIFY counter INT NOT NULL"],
  ["wrong_type", "accounts", "expires_at", "ALTER TABLE accounts MODIFY expires_at BIGINT"],
]

const made = new Date("2026-01-02T03:04:05.006Z")
const extended: Schema = defineSchema({
  user: {
    fields: {
      role: text({ default: "it's a \\ member\n" }),
      visits: integer({ default: -3 }),
      score: number({ default: 0.5 }),
      banned: boolean({ default: true }),
      since: date({ default: made }),
      settings: json({ default: { theme: ["dark"] } }),
      joined: date({ default: () => made }),
      tags: json({ default: () => ["new"] }),
      nick: text(),
    },
  },
  unknown: "keep",
})

describe.each([
  ["pg", pg, onPostgres, onPg],
  ["mysql2", mysql2, onMariadb, onMysql],
] as const)("migrate through %s", (_, engine, execute, damages) => {
  const server = openForTests(engine.serve)

  async function open() {
    const url = await server.database()
    const { adapter, close } = engine.connect(url)
    return { adapter, close, run: (...statements: readonly string[]) => execute(url, ...statements) }
  }

  test("creates what is missing once, however many processes run it", async () => {
    const [one, other] = [await open(), await open()]
    await Promise.all(Array.from({ length: 5 }, () => migrate(one.adapter())))
    expect(await inspect(one.adapter())).toEqual({ ok: true, findings: [] })
    expect(await plan(one.adapter())).toEqual({ version: 1, steps: [], refusals: [] })
    expect(await plan(other.adapter())).toMatchObject({ version: 0, refusals: [] })
    await signUp(one.adapter())
    await Promise.all([one.close(), other.close()])
  })

  test.each([
    [
      "custom names",
      defineSchema({
        user: { table: "App User" },
        session: { table: "order", columns: { userId: "group" } },
        naming: "snake_case",
      }),
    ],
    ["ids that the database generates", defineSchema({ ids: "serial", prefix: "auth_" })],
    ["ids that are uuids", defineSchema({ ids: "uuid", emailRequired: true })],
    [
      "names of the maximum length",
      defineSchema({ account: { table: "a".repeat(63), columns: { userId: "o".repeat(63) } } }),
    ],
  ])("works with %s", async (_, schema) => {
    const { adapter, close } = await open()
    await migrate(adapter({ schema }))
    expect(await inspect(adapter({ schema }))).toEqual({ ok: true, findings: [] })
    expect((await migrate(adapter({ schema }))).steps).toEqual([])
    await signUp(adapter({ schema }))
    await close()
  })

  test("adds columns to tables with rows, which get the default", async () => {
    const { adapter, close } = await open()
    await migrate(adapter())
    const { id } = await signUp(adapter())
    const { steps } = await migrate(adapter({ schema: extended }))
    expect(steps.filter(({ rows }) => rows === 1)).toHaveLength(2)
    expect(await inspect(adapter({ schema: extended }))).toEqual({ ok: true, findings: [] })
    expect(await adapter({ schema: extended }).getUser(id)).toMatchObject({
      ...{ role: "it's a \\ member\n", visits: -3, score: 0.5, banned: true, since: made },
      ...{ settings: { theme: ["dark"] }, joined: made, tags: ["new"], nick: null },
    })
    await close()
  })

  test("refuses keys that rows violate, with their number", async () => {
    const { adapter, run, close } = await open()
    await migrate(adapter())
    const drop = damages.filter(([code, , column]) => code === "missing_foreign_key" || column === "email")
    for (const [code, , , ...statements] of drop) if (code.startsWith("missing")) await run(...statements)
    await run(
      "INSERT INTO users (id, email) VALUES ('1', 'secret@example.com'), ('2', 'secret@example.com')",
      engine === pg
        ? `INSERT INTO sessions ("sessionToken", "userId", expires) VALUES ('s', 'gone', now())`
        : "INSERT INTO sessions (sessionToken, userId, expires) VALUES ('s', 'gone', now())",
    )
    const { refusals } = await plan(adapter())
    expect(refusals).toMatchObject([
      { code: "missing_key", what: "users.email", rows: 1 },
      { code: "missing_foreign_key", what: "sessions.userId", rows: 1 },
    ])
    const error = await migrate(adapter()).catch((error: Error) => error)
    expect(error).toMatchObject({ code: "conflict" })
    expect(String(error)).not.toContain("secret")
    await close()
  })

  test.each(damages)(
    "finds a %s of %s.%s, and its statements fix it",
    async (code, table, column, ...damage) => {
      const { adapter, run, close } = await open()
      await migrate(adapter())
      await signUp(adapter())
      const before = await everythingOf(adapter())
      await run(...damage)
      const { findings } = await inspect(adapter())
      expect(findings).toEqual([
        expect.objectContaining({
          code,
          table,
          ...(column !== "" && { column }),
          why: expect.stringContaining(table),
        }),
      ])
      await run(...(findings[0]?.fix ?? []))
      expect(await inspect(adapter())).toEqual({ ok: true, findings: [] })
      // Lost fractions of a second are not restored.
      if (code !== "short_column") expect(await everythingOf(adapter())).toEqual(before)
      await signUp(adapter(), "grace")
      await close()
    },
  )
})
