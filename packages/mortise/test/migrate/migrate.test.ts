import { describe, expect, test, vi } from "vitest"
import { boolean, date, defineSchema, integer, json, number, type Schema, text } from "../../src/index.ts"
import { inspect, migrate, plan } from "../../src/stores/sql/migrate/index.ts"
import { clients } from "../support/databases.ts"
import { everythingOf, signUp } from "./support/people.ts"

const made = new Date("2026-01-02T03:04:05.006Z")
const extra = defineSchema({
  user: {
    fields: {
      role: text({ default: "it's a \\ member\n" }),
      visits: integer({ default: -3 }),
      score: number({ default: 0.5 }),
      banned: boolean({ default: false }),
      since: date({ default: made }),
      settings: json({ default: { theme: ["dark"] } }),
      nick: text(),
      note: text({ optional: true }),
    },
  },
})

describe.each(clients)("migrate on %s", (_, open) => {
  test("creates what is missing, once", async () => {
    const { adapter, schema, rows } = open()
    const first = await migrate(adapter())
    expect(first.version).toBe(1)
    expect(first.steps.map(({ statement }) => statement.split(/[( ]+/).slice(0, 3).join(" "))).toEqual([
      'CREATE TABLE "users"',
      "CREATE UNIQUE INDEX",
      'CREATE TABLE "accounts"',
      'CREATE INDEX "accounts_userId_idx"',
      'CREATE TABLE "sessions"',
      'CREATE INDEX "sessions_userId_idx"',
      'CREATE INDEX "sessions_expires_idx"',
      'CREATE TABLE "verification_tokens"',
      'CREATE INDEX "verification_tokens_expires_idx"',
      'CREATE TABLE "authenticators"',
      'CREATE INDEX "authenticators_userId_idx"',
      'CREATE TABLE "slots"',
      'CREATE INDEX "slots_expires_idx"',
    ])
    const before = await schema()
    expect(await migrate(adapter())).toEqual({ version: 1, steps: [] })
    expect(await schema()).toEqual(before)
    expect(await rows("SELECT version, length(checksum) FROM mortise_migrations")).toEqual([[1, 43]])
  })

  test("plans without changing anything", async () => {
    const { adapter, schema } = open()
    const planned = await plan(adapter())
    expect(planned).toMatchObject({ version: 0, refusals: [] })
    expect(await schema()).toEqual([])
    expect((await migrate(adapter())).steps).toEqual(planned.steps)
    expect(await plan(adapter())).toEqual({ version: 1, steps: [], refusals: [] })
  })

  test("prints a script in a dry run, and changes nothing", async () => {
    const [dry, wet] = [open(), open()]
    const printed: string[] = []
    const { version, steps } = await migrate(dry.adapter(), {
      dryRun: true,
      onStatement: (line) => printed.push(line),
    })
    expect(version).toBe(0)
    expect(await dry.schema()).toEqual([])
    expect(printed).toHaveLength(steps.length)
    await wet.run(printed.join("\n"))
    expect(await inspect(wet.adapter())).toEqual({ ok: true, findings: [] })
  })

  test("prints nothing in a dry run with onStatement: false", async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => {})
    await migrate(open().adapter(), { dryRun: true, onStatement: false })
    expect(log).not.toHaveBeenCalled()
    await migrate(open().adapter(), { dryRun: true })
    expect(log).toHaveBeenCalled()
    log.mockRestore()
  })

  test("reports each statement and its reason before it runs one", async () => {
    const { adapter } = open()
    const reported: string[] = []
    const statements: string[] = []
    const traced = adapter({ onStatement: (sql) => statements.push(sql) })
    await migrate(traced, { onStatement: (line) => reported.push(`${line} ${statements.some(isChange)}`) })
    expect(reported[0]).toMatch(
      /^-- The table users does not exist: .*\nCREATE TABLE "users" \([\s\S]*\); false$/,
    )
    expect(reported.every((line) => line.endsWith("false"))).toBe(true)
    expect(statements.some(isChange)).toBe(true)
  })

  test("adds columns to tables with rows, which get the default", async () => {
    const { adapter, rows } = open()
    await migrate(adapter())
    const { id } = await signUp(adapter())
    const before = await everythingOf(adapter())

    const extended = adapter({ schema: extra as Schema })
    const { version, steps } = await migrate(extended)
    expect([version, steps.length]).toEqual([2, 8])
    expect(await inspect(extended)).toEqual({ ok: true, findings: [] })
    expect(await extended.getUser(id)).toEqual({
      ...(before[0] as object),
      role: "it's a \\ member\n",
      visits: -3,
      score: 0.5,
      banned: false,
      since: made,
      settings: { theme: ["dark"] },
      nick: null,
    })
    // A process of the older version, which does not know the new fields, still works.
    expect(await everythingOf(adapter())).toEqual(before)
    await signUp(adapter(), "grace")
    expect(await extended.getUserByEmail("grace@example.com")).toMatchObject({ visits: -3 })
    expect(await rows("SELECT version FROM mortise_migrations")).toEqual([[1], [2]])
  })

  test("adds the column of unknown fields", async () => {
    const { adapter } = open()
    await migrate(adapter())
    await signUp(adapter())
    const keeping = adapter({ schema: defineSchema({ unknown: "keep" }) })
    expect((await migrate(keeping)).steps).toHaveLength(5)
    const given = { email: "eve@example.com", plan: "gold" }
    expect(await keeping.createUser(given)).toMatchObject(given)
    expect(await inspect(keeping)).toEqual({ ok: true, findings: [] })
  })
})

const isChange = (statement: string): boolean => /^(CREATE|ALTER|INSERT|UPDATE)/.test(statement)

const schemas: Readonly<Record<string, Schema>> = {
  "custom names": defineSchema({
    user: { table: "App User", columns: { id: "user-id", email: "e$mail", emailVerified: "checked" } },
    session: { table: "order", columns: { userId: "group", sessionToken: "select" } },
    slot: { table: "values" },
  }),
  snake_case: defineSchema({ naming: "snake_case" }),
  "a prefix": defineSchema({ prefix: "auth_", naming: "snake_case" }),
  "ids that the database generates": defineSchema({ ids: "serial" }),
  "ids that are uuids": defineSchema({ ids: "uuid", emailRequired: true }),
  "all kinds of fields": extra as Schema,
  "unknown fields kept": defineSchema({ unknown: "keep", email: "exact" }),
  "names of the maximum length": defineSchema({
    user: { table: "ü".repeat(31) },
    account: { table: "a".repeat(63), columns: { userId: "o".repeat(63) } },
    session: { table: "s".repeat(63), columns: { userId: "o".repeat(62), expires: "o".repeat(63) } },
  }),
}

describe.each(clients)("migrate on %s with", (_, open) => {
  test.each(Object.entries(schemas))("%s", async (_, schema) => {
    const database = open()
    const adapter = database.adapter({ schema })
    await migrate(adapter)
    expect(await inspect(adapter)).toEqual({ ok: true, findings: [] })
    expect((await migrate(adapter)).steps).toEqual([])
    await signUp(adapter)
    expect((await everythingOf(adapter)).every((row) => row !== null)).toBe(true)
    const names = await database.rows("SELECT name FROM sqlite_master WHERE sql IS NOT NULL")
    for (const [name] of names) expect(new TextEncoder().encode(String(name)).length).toBeLessThan(64)
  })

  test("several schemas in one database, each with its own tables", async () => {
    const { adapter, rows } = open()
    const [one, other] = ["a_", "b_"].map((prefix) => adapter({ schema: defineSchema({ prefix }) }))
    if (!one || !other) throw new Error("two adapters are needed")
    expect((await migrate(one)).version).toBe(1)
    expect((await migrate(other)).version).toBe(2)
    expect((await migrate(one)).steps).toEqual([])
    expect(await rows("SELECT count(DISTINCT checksum) FROM mortise_migrations")).toEqual([[2]])
  })

  test("tables whose names differ only in case, which are the same on SQLite", async () => {
    const { adapter } = open()
    await migrate(adapter())
    const shouting = defineSchema({ user: { table: "USERS", columns: { email: "EMAIL" } } })
    expect((await migrate(adapter({ schema: shouting }))).steps).toEqual([])
  })
})
