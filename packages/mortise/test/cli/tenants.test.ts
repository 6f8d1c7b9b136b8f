import { join } from "node:path"
import { createClient } from "@libsql/client"
import { describe, expect, onTestFinished, test } from "vitest"
import { quickFolder } from "../../../workshop/src/folders.ts"
import { extras, slots } from "../../src/index.ts"
import { encryptedTokens } from "../../src/layers/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { libsqlAdapter } from "../../src/stores/sql/adapters/libsql-adapter.ts"
import { migrate } from "../../src/stores/sql/migrate/index.ts"
import { tenants } from "../../src/tenants/index.ts"
import { testKeys } from "../layers/support/test-keys.ts"
import { withShortRetries } from "../stores/servers/support/short-retries.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import { fillTenant, rowsOf } from "../tenants/support/people.ts"
import { commandsOn } from "./support/adapter-in-process.ts"

/** Two tenants with equal rows, and commands that run on them. */
async function open() {
  const forTenant = memoryAdapter({ tenants: true })
  await fillTenant(forTenant("acme"), 2)
  await fillTenant(forTenant("acme-2"), 2)
  await forTenant("acme-2").updateUser({ id: "user-0", name: "Twin" })
  return { forTenant, run: commandsOn(forTenant) }
}

const removeWithoutWait = (forTenant: Awaited<ReturnType<typeof open>>["forTenant"], name: string) =>
  tenants(forTenant, { sleep: async () => {} }).remove(name)

describe("--tenant", () => {
  test("chooses the rows of a command", async () => {
    const { run, forTenant } = await open()
    const first = async (tenant: string) =>
      JSON.parse((await run("users", "show", "user-0", "--tenant", tenant, "--json")).stdout).user.name
    expect([await first("acme"), await first("acme-2")]).toEqual([null, "Twin"])
    expect((await run("users", "delete", "user-0", "--yes", "--tenant", "acme")).code).toBe(0)
    expect((await run("sessions", "revoke", "user-1", "--all", "--tenant", "acme")).code).toBe(0)
    const rows = { user: 1, account: 1, session: 0 }
    expect(await tenants(forTenant).count("acme")).toMatchObject(rows)
    expect(await tenants(forTenant).count("acme-2")).toEqual(rowsOf(2))
  })

  test("revokes in one tenant", async () => {
    const { run, forTenant } = await open()
    const receipt = join(temporaryTree({}), "receipt.json")
    const revocation = ["revoke", "--all", "--sessions", "--apply", "--receipt", receipt, "--yes"]
    expect((await run(...revocation, "--tenant", "acme")).code).toBe(0)
    expect((await tenants(forTenant).count("acme")).session).toBe(0)
    expect((await tenants(forTenant).count("acme-2")).session).toBe(2)
  })

  test("exports one tenant, and imports it into a new one", async () => {
    const { run, forTenant } = await open()
    const file = join(temporaryTree({}), "rows.jsonl")
    expect((await run("export", file, "--tenant", "acme-2")).code).toBe(0)
    expect((await run("import", file, "--tenant", "new")).code).toBe(0)
    expect((await forTenant("new").getSessionAndUser("session-0"))?.user.name).toBe("Twin")
    expect(await tenants(forTenant).count("acme")).toEqual(rowsOf(2))
  })

  test("rotates the keys of one tenant", async () => {
    const base = memoryAdapter({ tenants: true })
    const before = encryptedTokens(base, { keys: testKeys.slice(1) })
    for (const tenant of ["acme", "acme-2"]) {
      await fillTenant(before(tenant), 2)
      for (const account of ["github-0", "github-1"])
        await extras(before(tenant)).updateAccount({
          provider: "github",
          providerAccountId: account,
          access_token: "access-canary",
        })
    }
    const run = commandsOn(encryptedTokens(base, { keys: testKeys }))
    const rotate = async (...args: readonly string[]) =>
      JSON.parse((await run("rotate-keys", "--json", "--tenant", ...args)).stdout)
    expect(await rotate("acme")).toMatchObject({ accounts: 2, changed: 2, values: { old: 2 } })
    expect(await rotate("acme")).toMatchObject({ changed: 0, values: { new: 2 } })
    expect(await rotate("acme-2", "--dry-run")).toMatchObject({ accounts: 2, values: { old: 2 } })
  })

  test.each([
    ["rotate-keys"],
    ["studio", "--no-open", "--port", "0"],
    ["users", "list"],
    ["users", "show", "user-0"],
    ["users", "export", "user-0"],
    ["users", "delete", "user-0", "--yes"],
    ["sessions", "list", "user-0"],
    ["sessions", "revoke", "user-0", "--all"],
    ["export", "never.jsonl"],
    ["import", "never.jsonl"],
    ["revoke", "--all"],
  ])("is asked for by %s %s: exit 2", async (...args) => {
    const { run } = await open()
    const { code, stderr } = await run(...args)
    expect([code, stderr]).toEqual([2, expect.stringContaining("add --tenant NAME")])
  })

  test("must name a tenant that exists, of an adapter that has tenants", async () => {
    const { run, forTenant } = await open()
    const list = (tenant: string) => run("users", "list", "--tenant", tenant)
    expect(await list("acm")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("no tenant with this name"),
    })
    expect(await list("A b")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("name of a tenant"),
    })
    await tenants(forTenant).remove("acme", { signal: AbortSignal.abort() })
    expect(await list("acme")).toMatchObject({ code: 1, stderr: expect.stringContaining("being removed") })
    const single = commandsOn(memoryAdapter())
    expect(await single("users", "list", "--tenant", "acme")).toMatchObject({ code: 2 })
    const both = await run("users", "list", "--tenant", "acme", "--better-auth", "auth.ts")
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining("--better-auth") })
  })
})

test("sweep sweeps all tenants, or one", async () => {
  const { run, forTenant } = await open()
  const expire = (tenant: string, key: string) =>
    slots(forTenant(tenant)).claim({ key, expires: new Date(Date.now() - 1) })
  const sweep = async (...args: string[]) => JSON.parse((await run("sweep", "--json", ...args)).stdout)
  for (let index = 0; index < 7; index++) await expire("acme", `old-${index}`)
  for (const tenant of ["acme", "acme-2", "b", "c"]) await expire(tenant, "old")
  expect(await sweep("--tenant", "acme-2")).toEqual({ removed: 1, finished: true })
  expect(await sweep("--batch", "2")).toEqual({ removed: 10, finished: true })
  expect(await sweep()).toEqual({ removed: 0, finished: true })
})

describe("mortise tenants", () => {
  test("list prints names, states and counts: exit 0", async () => {
    const { run, forTenant } = await open()
    await removeWithoutWait(forTenant, "acme")
    const { code, stdout } = await run("tenants", "list")
    expect([code, stdout]).toEqual([0, "NAME    STATE\nacme    removed\nacme-2  active\n"])
    expect((await run("tenants", "list", "--counts")).stdout).toContain(
      "acme-2  active   2 users, 2 sessions",
    )
    const page = JSON.parse(
      (await run("tenants", "list", "--limit", "1", "--after", "acme", "--json", "--counts")).stdout,
    )
    expect(page).toEqual({
      tenants: [{ name: "acme-2", state: "active", receipt: null, rows: rowsOf(2) }],
      next: "acme-2",
    })
    const none = await commandsOn(memoryAdapter({ tenants: true }))("tenants", "list")
    expect(none).toMatchObject({ code: 0, stderr: "There are no tenants.\n" })
  })

  test("remove prints the receipt, again after the end: exit 0", async () => {
    const { run, forTenant } = await open()
    await removeWithoutWait(forTenant, "acme")
    const { code, stdout } = await run("tenants", "remove", "acme", "--json")
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { tenant: "acme", started: expect.any(String), finished: expect.any(String), rows: rowsOf(2) },
    ])
    const text = (await run("tenants", "remove", "acme")).stdout
    expect(text).toMatch(/^user {15}2\n[\s\S]*\nRemoved acme: started \S+Z, finished \S+Z\.\n$/)
  })

  test("remove continues what another process has begun, without a second wait", async () => {
    const { run, forTenant } = await open()
    const stop = new AbortController()
    await tenants(forTenant, { sleep: async () => {} }).remove("acme", {
      batch: 1,
      signal: stop.signal,
      onProgress: ({ deletedUsers }) => deletedUsers === 1 && stop.abort(),
    })
    expect((await run("tenants", "remove", "acme", "--yes")).code).toBe(0)
    expect(await tenants(forTenant).read("acme")).toMatchObject({
      state: "removed",
      receipt: { rows: rowsOf(2) },
    })
    expect(await tenants(forTenant).count("acme")).toEqual(rowsOf(0))
    expect(await tenants(forTenant).count("acme-2")).toEqual(rowsOf(2))
  })

  test.each([
    ["tenants", "list"],
    ["tenants", "remove", "acme", "--yes"],
    ["users", "list", "--tenant", "acme"],
    ["sweep"],
  ])("%s %s reports a database that is down, without its address: exit 1", async (...args) => {
    const client = createClient({ url: "http://127.0.0.1:1/canary-4711" })
    const run = commandsOn(libsqlAdapter(client, { tenants: true }))
    const { code, stdout, stderr } = await withShortRetries(() => run(...args))
    expect([code, stdout]).toEqual([1, ""])
    expect(stderr).toMatch(/^The database failed: .+\.\n$/)
    expect(stderr).not.toContain("canary")
  })

  test("remove asks first, and refuses what does not exist", async () => {
    const { run, forTenant } = await open()
    const asked = await run("tenants", "remove", "acme")
    expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining("2 users and 2 sessions") })
    expect(await tenants(forTenant).read("acme")).toMatchObject({ state: "active" })
    expect((await run("tenants", "remove", "nobody", "--yes")).code).toBe(1)
    expect((await commandsOn(memoryAdapter())("tenants", "list")).code).toBe(3)
  })
})

test("migrate, doctor and status work on the tables of all tenants", async () => {
  const { folder, remove } = quickFolder()
  onTestFinished(remove)
  const client = createClient({ url: `file:${join(folder, "auth.db")}` })
  const forTenant = libsqlAdapter(client, { tenants: true })
  const run = commandsOn(forTenant)
  const status = async () => JSON.parse((await run("status", "--json")).stdout)
  expect(await status()).toMatchObject({ rows: { user: null }, migration: { version: 0 } })
  expect((await run("doctor")).code).toBe(1)
  expect((await run("migrate")).code).toBe(0)
  expect((await run("doctor")).stdout).toContain("The database has everything")
  await migrate(forTenant)
  await fillTenant(forTenant("acme"), 2)
  await fillTenant(forTenant("b"), 1)
  expect(await status()).toMatchObject({ tenants: 2, rows: rowsOf(3), migration: { pending: 0 } })
  expect((await run("status")).stdout).toMatch(/\ntenants +2\n/)
})

test("a command that does not work with tenants says so: exit 3", async () => {
  const { run } = await open()
  const { code, stderr } = await run("to-better-auth", "auth.ts")
  expect([code, stderr]).toEqual([3, expect.stringContaining("does not work on an adapter with tenants")])
})
