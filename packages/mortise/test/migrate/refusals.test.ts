import { describe, expect, test } from "vitest"
import { defineSchema, MortiseError, type Schema, text } from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { inspect, migrate, plan } from "../../src/stores/sql/migrate/index.ts"
import { clients, openLibsql, type TestDatabase } from "../support/databases.ts"
import { redefine } from "./support/damage.ts"
import { signUp } from "./support/people.ts"

const cascade =
  ',\n  CONSTRAINT "sessions_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users" ("id") ON DELETE CASCADE'

/** The reasons in the error of `migrate`, after checking that nothing was changed. */
async function refusalOf(database: TestDatabase, schema?: Schema): Promise<string[]> {
  const before = [await database.schema(), await database.rows("SELECT * FROM users")]
  const error = await migrate(database.adapter(schema ? { schema } : {})).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(MortiseError)
  expect(error).toMatchObject({ code: "conflict", operation: "migrate" })
  expect([await database.schema(), await database.rows("SELECT * FROM users")]).toEqual(before)
  const [first, ...list] = (error as MortiseError).message.split("\n")
  expect(first).toBe("migrate changed nothing, because the database must be fixed first:")
  return list
}

describe.each(clients)("migrate on %s refuses", (_, open) => {
  test("a key that rows violate, with their number and never their values", async () => {
    const database = open()
    await migrate(database.adapter())
    await database.run("DROP INDEX users_email_key")
    await database.run(
      "INSERT INTO users (id, email) VALUES (1, 'secret@example.com'), (2, 'secret@example.com'), (3, 'secret@example.com'), (4, 'b@example.com'), (5, 'b@example.com'), (6, NULL), (7, NULL)",
      "DROP TABLE slots",
    )
    const { refusals } = await plan(database.adapter())
    expect(refusals).toEqual([
      {
        code: "missing_key",
        model: "user",
        what: "users.email",
        why: expect.stringContaining("3 rows are duplicates"),
        rows: 3,
      },
    ])
    expect(await refusalOf(database)).toEqual([expect.stringMatching(/^- users\.email: .*3 rows/)])
    expect(JSON.stringify([refusals, await inspect(database.adapter())])).not.toContain("secret")

    await database.run("DELETE FROM users WHERE id IN (2, 3, 5)")
    expect((await migrate(database.adapter())).steps).toHaveLength(3)
    expect(await inspect(database.adapter())).toEqual({ ok: true, findings: [] })
  })

  test("a table without its foreign key, and first its orphans", async () => {
    const database = open()
    await migrate(database.adapter())
    await signUp(database.adapter())
    await redefine(database, "sessions", cascade, "")
    await database.run(`INSERT INTO sessions VALUES ('a', 'gone', 1), ('b', 'gone', 1)`)
    const { refusals } = await plan(database.adapter())
    expect(refusals).toEqual([expect.objectContaining({ what: "sessions.userId", rows: 2 })])
    expect(await refusalOf(database)).toEqual([
      expect.stringContaining("2 rows belong to a user who does not exist"),
    ])

    await database.run("DELETE FROM sessions WHERE expires = 1")
    const [refusal] = (await plan(database.adapter())).refusals
    expect(refusal).not.toHaveProperty("rows")
    expect(await refusalOf(database)).toEqual([
      expect.stringContaining(
        "run the statements in fix, in order, on one connection. inspect(adapter) returns them.",
      ),
    ])
    await database.run(...(refusal?.fix ?? []))
    expect(await migrate(database.adapter())).toEqual({ version: 1, steps: [] })
    expect(await database.rows("SELECT count(*) FROM sessions")).toEqual([[1]])
  })

  test("a table of which the users table does not exist", async () => {
    const database = open()
    await migrate(database.adapter())
    await signUp(database.adapter())
    await redefine(database, "sessions", cascade, "")
    await database.run("PRAGMA foreign_keys = OFF", "DROP TABLE users", "PRAGMA foreign_keys = ON")
    const { refusals, steps } = await plan(database.adapter())
    expect(refusals).toMatchObject([{ what: "sessions.userId", rows: 1 }])
    expect(steps[0]).toMatchObject({ statement: expect.stringContaining('CREATE TABLE "users"') })
  })

  test("SEC-T30: more columns than a table may have, by name", async () => {
    const names = Array.from({ length: 2_000 }, (_, index) => `field${index}`)
    const fields = Object.fromEntries(names.map((name) => [name, text()]))
    const schema: Schema = defineSchema({ user: { fields } })
    await expect(migrate(open().adapter({ schema }))).rejects.toMatchObject({
      code: "invalid",
      operation: "migrate",
      message: expect.stringContaining("Too many columns"),
    })
  })

  test("a required field, if existing rows would have no value", async () => {
    const database = open()
    await migrate(database.adapter())
    await signUp(database.adapter())
    const schema: Schema = defineSchema({ user: { fields: { org: text({ required: true }) } } })
    expect(await refusalOf(database, schema)).toEqual([
      expect.stringContaining("1 row would have no value for it. Fix: give the field a default"),
    ])
  })

  test("generated ids, if the table has other ids", async () => {
    const database = open()
    await migrate(database.adapter())
    const list = await refusalOf(database, defineSchema({ ids: "serial" }))
    expect(list).toHaveLength(4)
    expect(list[0]).toContain("users.id has the type TEXT and does not generate ids")
    expect(list[0]).toContain('use ids: "given"')
    const { findings } = await inspect(database.adapter({ schema: defineSchema({ ids: "serial" }) }))
    expect(findings.find(({ table }) => table === "users")).not.toHaveProperty("fix")
  })

  test("nothing because of a warning", async () => {
    const database = open()
    await migrate(database.adapter())
    await redefine(database, "accounts", '"type" TEXT NOT NULL', '"type" TEXT')
    expect(await plan(database.adapter())).toEqual({ version: 1, steps: [], refusals: [] })
    expect(await migrate(database.adapter())).toEqual({ version: 1, steps: [] })
  })
})

// The types of `plan` and `migrate` refuse these too.
const calls: readonly [string, (adapter: never) => Promise<unknown>][] = [
  ["plan", plan],
  ["migrate", migrate],
  ["inspect", inspect],
]

describe.each(calls)("%s", (operation, call) => {
  test.each([
    ["a store without tables", memoryAdapter()],
    ["an adapter that is not ours", { createUser: () => null }],
    ["nothing", undefined as never],
  ])("refuses %s", async (_, adapter) => {
    const error = await call(adapter as never).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(MortiseError)
    expect(error).toMatchObject({ code: "missing_operation", operation })
    expect((error as MortiseError).message).toMatch(/has no tables\. Pass an adapter for a SQL client/)
  })

  test("works on an adapter that was spread and overridden", async () => {
    const adapter = openLibsql().adapter()
    await expect(call({ ...adapter, deleteUser: async () => null } as never)).resolves.toBeDefined()
  })
})
