import { join } from "node:path"
import { createClient } from "@libsql/client"
import { describe, expect, onTestFinished, test } from "vitest"
import { quickFolder } from "../../../workshop/src/folders.ts"
import { runCommand } from "./support/run-command.ts"

/** A new database file, and commands that run on it. */
async function open(...statements: readonly string[]) {
  const { folder, remove } = quickFolder()
  onTestFinished(remove)
  const url = `file:${join(folder, "auth.db")}`
  const client = createClient({ url })
  for (const statement of statements) await client.execute(statement)
  const tables = async () => {
    const { rows } = await client.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    return rows.map(({ name }) => String(name))
  }
  const env = { MORTISE_ADAPTER: "libsql", MORTISE_DATABASE: url }
  const run = (...args: readonly string[]) => runCommand(args, env)
  return { run, tables, client }
}

/** A table of users whose email is not unique yet, with two equal emails. */
const equalEmails = [
  'CREATE TABLE "users" ("id" TEXT NOT NULL PRIMARY KEY, "name" TEXT, "email" TEXT, "emailVerified" INTEGER, "image" TEXT)',
  `INSERT INTO "users" ("id", "email") VALUES ('1', 'canary@example.com'), ('2', 'canary@example.com')`,
]

describe("mortise migrate", () => {
  test("creates what is missing, once: exit 0", async () => {
    const { run, tables } = await open()
    const first = await run("migrate")
    expect([first.code, first.stderr]).toEqual([0, ""])
    expect(first.stdout).toMatch(/^Statements run: [1-9]\d*\. The database is at version 1\.\n$/)
    expect(await tables()).toEqual(expect.arrayContaining(["users", "sessions"]))
    expect((await run("migrate")).stdout).toBe("Statements run: 0. The database is at version 1.\n")
  })

  test("--dry-run prints a script, and changes nothing: exit 0", async () => {
    const { run, tables, client } = await open()
    const { code, stdout, stderr } = await run("migrate", "--dry-run")
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^Statements missing: [1-9]/)])
    expect(await tables()).toEqual([])
    await client.executeMultiple(stdout)
    expect((await run("doctor")).code).toBe(0)
  })

  test.each([[["--dry-run"]], [[]]])("--json prints one document with %j", async (more) => {
    const { run } = await open()
    const { code, stdout, stderr } = await run("migrate", "--json", ...more)
    expect([code, stderr]).toEqual([0, ""])
    const { steps, ...document } = JSON.parse(stdout)
    expect(document).toEqual({ version: more.length === 0 ? 1 : 0, dryRun: more.length > 0, refusals: [] })
    expect(steps[0]).toEqual({ statement: expect.stringMatching(/^CREATE TABLE/), why: expect.any(String) })
  })

  test("lists rows that prevent the migration, without their values, and changes nothing: exit 1", async () => {
    const { run, tables } = await open(...equalEmails)
    const { code, stdout, stderr } = await run("migrate")
    expect([code, stdout]).toEqual([1, ""])
    expect(stderr).toMatch(/^users\.email: .*\n[\s\S]*Nothing was changed: fix these first\.\n$/)
    expect(stderr).not.toContain("canary")
    expect(await tables()).toEqual(["users"])
    const json = await run("migrate", "--json")
    expect([json.code, JSON.parse(json.stdout).refusals.length, json.stderr]).toEqual([1, 1, ""])
  })
})

describe("mortise doctor", () => {
  test("finds nothing in a migrated database: exit 0", async () => {
    const { run } = await open()
    await run("migrate")
    const { code, stdout } = await run("doctor")
    expect([code, stdout]).toEqual([0, "The database has everything that the adapter needs.\n"])
  })

  test("prints each finding with its fix, and changes nothing: exit 1", async () => {
    const { run, client, tables } = await open()
    await run("migrate")
    await client.execute('DROP TABLE "sessions"')
    const before = await tables()
    const { code, stdout } = await run("doctor")
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /^Errors: 1\. Warnings: 0\.\nerror missing_table sessions: .*\n {2}fix: CREATE TABLE/,
    )
    expect(await tables()).toEqual(before)
  })

  test("says of an empty database which command creates the tables: exit 1", async () => {
    const { run, tables } = await open()
    const { code, stdout } = await run("doctor")
    expect([code, stdout.split("\n")]).toEqual([
      1,
      [
        "There are no tables yet: users, accounts, sessions, verification_tokens, authenticators, slots.",
        "  fix: run npx mortise migrate, which creates them; --dry-run prints its statements",
        "",
      ],
    ])
    expect(await tables()).toEqual([])
  })

  test("names the rows that must be changed by hand: exit 1", async () => {
    const { run } = await open(...equalEmails)
    const { code, stdout } = await run("doctor")
    expect([code, stdout]).toEqual([1, expect.stringContaining("fix: change the rows that are in the way (")])
    expect(stdout).not.toContain("canary")
  })

  test("ignores warnings: exit 0, or 1 with --strict", async () => {
    const { run, client } = await open()
    await run("migrate")
    await client.execute('DROP INDEX "sessions_userId_idx"')
    const lenient = await run("doctor")
    expect([lenient.code, lenient.stdout]).toEqual([0, expect.stringContaining("Errors: 0. Warnings: 1.")])
    expect((await run("doctor", "--strict")).code).toBe(1)
  })

  test("--json prints one document", async () => {
    const { run } = await open()
    const { code, stdout, stderr } = await run("doctor", "--json")
    expect([code, stderr]).toEqual([1, ""])
    const { ok, findings } = JSON.parse(stdout)
    expect(ok).toBe(false)
    expect(findings[0]).toMatchObject({
      code: "missing_table",
      table: "users",
      fix: expect.arrayContaining([expect.stringMatching(/^CREATE TABLE/)]),
    })
  })
})

describe.each(["migrate", "doctor"])("mortise %s", (command) => {
  test("refuses an unknown option: exit 2", async () => {
    const { code, stderr } = await runCommand([command, "--jsn"])
    expect([code, stderr]).toEqual([2, expect.stringContaining("Unknown option --jsn. Did you mean --json?")])
  })

  test("refuses an adapter without tables: exit 3", async () => {
    const { code, stderr } = await runCommand([command], { MORTISE_ADAPTER: "memory" })
    expect([code, stderr]).toEqual([3, expect.stringMatching(/needs an (SQL adapter|adapter for SQL)/)])
  })

  test("reports a database that fails, without its address: exit 1", async () => {
    const env = { MORTISE_ADAPTER: "libsql", MORTISE_DATABASE: "http://127.0.0.1:1/canary-4711" }
    const { code, stdout, stderr } = await runCommand([command], env)
    expect([code, stdout]).toEqual([1, ""])
    expect(stderr).toMatch(/^The database failed: .+\.\n$/)
    expect(stderr).not.toContain("canary")
  })

  test("--help lists the options and the exit codes: exit 0", async () => {
    const { code, stdout } = await runCommand([command, "--help"])
    expect([code, stdout]).toEqual([0, expect.stringMatching(/--json[\s\S]*Exit codes: 0 /)])
  })
})
