import { Pool } from "pg"
import { expect, onTestFinished, test } from "vitest"
import { defineSchema } from "../../src/index.ts"
import { pgAdapter } from "../../src/stores/sql/adapters/pg-adapter.ts"
import { openStudio, signIn } from "../studio/support/open-studio.ts"
import { pg } from "../support/engines.ts"
import { openForTests } from "../support/open-for-tests.ts"
import { runCommand } from "./support/run-command.ts"

const server = openForTests(pg.serve)

test("the commands work on the tables of MORTISE_PG_SCHEMA, and so does the studio", async () => {
  const url = await server.database()
  // Another program's table, which nothing may report.
  await pg.execute(url, "CREATE TABLE users (id int)")
  const env = { MORTISE_ADAPTER: "pg", MORTISE_DATABASE: url, MORTISE_PG_SCHEMA: "auth" }
  const run = (...args: string[]) => runCommand(args, env)
  expect((await run("migrate", "--check")).code).toBe(1)
  expect((await run("migrate", "--dry-run")).stdout).toContain('CREATE SCHEMA IF NOT EXISTS "auth";')
  expect((await run("migrate")).code).toBe(0)
  expect((await run("migrate", "--check")).code).toBe(0)
  const { stdout } = await run("status")
  expect(stdout).toMatch(/^PostgreSQL schema {2}auth$/m)
  expect(stdout).toMatch(/^user {15}0$/m)
  expect(stdout).toContain("version 1. Nothing is missing.")
  expect(JSON.parse((await run("status", "--json")).stdout)).toMatchObject({ pgSchema: "auth" })
  const findings = async () =>
    JSON.parse((await run("doctor", "--json")).stdout).findings.filter(
      ({ code }: { code: string }) => code !== "not_durable",
    )
  expect(await findings()).toEqual([])
  await pg.execute(url, 'DROP INDEX auth."sessions_userId_idx"')
  expect(await findings()).toMatchObject([{ code: "missing_index", table: "sessions", pgSchema: "auth" }])
  expect((await run("doctor")).stdout).toMatch(
    /^warning missing_index auth\.sessions\.userId: .*\n {2}fix: CREATE INDEX "sessions_userId_idx" ON "auth"\."sessions"/m,
  )

  const pool = new Pool({ connectionString: url })
  onTestFinished(() => pool.end())
  const adapter = pgAdapter(pool, { schema: defineSchema({ pgSchema: "auth" }) })
  const { id } = await adapter.createUser({ email: "ada@example.com" })
  const { read } = await signIn(await openStudio(adapter))
  expect(await read("count?model=user")).toMatchObject({ rows: 1 })
  expect(await read(`user?id=${id}`)).toMatchObject({ sessions: { value: 0 } })
  const { findings: shown } = await read("health")
  expect(shown).toContainEqual(expect.objectContaining({ place: "auth.sessions.userId" }))
})

test("MORTISE_PG_SCHEMA is refused for other engines: exit 3", async () => {
  const env = { MORTISE_ADAPTER: "libsql", MORTISE_DATABASE: ":memory:", MORTISE_PG_SCHEMA: "auth" }
  const { code, stderr } = await runCommand(["status"], env)
  expect([code, stderr]).toEqual([3, expect.stringContaining("works with clients of PostgreSQL only")])
})
