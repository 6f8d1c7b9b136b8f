import { join } from "node:path"
import { createClient } from "@libsql/client"
import { expect, onTestFinished, test } from "vitest"
import { quickFolder } from "../../../workshop/src/folders.ts"
import { hashedSessions, split } from "../../src/layers/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { libsqlAdapter } from "../../src/stores/sql/adapters/libsql-adapter.ts"
import { inspect } from "../../src/stores/sql/migrate/index.ts"
import { commandsOn } from "./support/adapter-in-process.ts"

/** A database without tables. */
function emptyDatabase() {
  const { folder, remove } = quickFolder()
  onTestFinished(remove)
  return libsqlAdapter(createClient({ url: `file:${join(folder, "auth.db")}` }))
}

test.each(["users", "sessions"] as const)("the commands work on the half with tables: %s", async (half) => {
  const halves = { users: memoryAdapter(), sessions: memoryAdapter(), [half]: emptyDatabase() }
  const adapter = hashedSessions(split(halves))
  const run = commandsOn(adapter)
  const status = async () => JSON.parse((await run("status", "--json")).stdout)
  const tableless = half === "users" ? { session: 0, slot: 0 } : { user: 0, account: 0 }
  const missing = half === "users" ? { user: null, account: null } : { session: null, slot: null }
  expect(await status()).toMatchObject({ rows: { ...tableless, ...missing }, migration: { version: 0 } })
  expect((await run("doctor")).code).toBe(1)
  expect((await run("migrate")).stdout).toContain("The database is at version 1.")
  expect((await run("doctor")).stdout).toContain("The database has everything")
  const { id } = await adapter.createUser({ email: "ada@example.com" })
  await adapter.createSession({ sessionToken: "token", userId: id, expires: new Date(Date.now() + 60_000) })
  expect(await status()).toMatchObject({
    store: half === "users" ? "sqlite and memory" : "memory and sqlite",
    rows: { user: 1, session: 1 },
    migration: { version: 1, pending: 0 },
    durability: "none",
  })
})

test("the commands say what to do if both halves have tables, or none", async () => {
  const both = split({ users: emptyDatabase(), sessions: emptyDatabase() })
  const { code, stderr } = await commandsOn(both)("migrate")
  expect([code, stderr]).toEqual([3, expect.stringContaining("once for users and once for sessions")])
  expect((await commandsOn(both)("doctor")).code).toBe(1)
  await expect(inspect(both)).rejects.toThrow(
    "this adapter is split. Pass the adapter of users or of sessions",
  )
  const none = split({ users: memoryAdapter(), sessions: memoryAdapter() })
  for (const command of ["migrate", "doctor"]) expect((await commandsOn(none)(command)).code).toBe(3)
})
