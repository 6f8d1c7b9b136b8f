import { readFileSync } from "node:fs"
import { join } from "node:path"
import type Sqlite from "libsql"
import { expect, test } from "vitest"
import { mortiseStorage } from "../../src/better-auth/index.ts"
import { encryptedTokens } from "../../src/layers/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { fill, forCaller, openTenants, tenants } from "../better-auth/tenants/open-tenants.ts"
import { temporaryTree } from "../support/temporary-tree.ts"
import { commandsOnAuth } from "./support/adapter-in-process.ts"

const newFile = () => join(temporaryTree({ "empty.txt": "" }), "rows.jsonl")

async function open() {
  const opened = await openTenants()
  for (const tenant of ["acme", "globex"]) await tenants.run(tenant, () => fill(opened.adapter, tenant))
  return { ...opened, run: commandsOnAuth(opened.auth) }
}

test.each([
  [["users", "list"]],
  [["users", "show", "ada@example.com"]],
  [["users", "delete", "ada@example.com", "--yes"]],
  [["sessions", "list", "ada@example.com"]],
  [["sessions", "revoke", "ada@example.com", "--all"]],
  [["sweep"]],
  [["revoke", "--all", "--sessions", "--apply", "--yes", "--receipt", "FILE"]],
  [["export", "FILE"]],
])("mortise %j needs --tenant, and works on this tenant only", async (words) => {
  const { run, snapshot } = await open()
  const file = newFile()
  const args = words.map((word) => (word === "FILE" ? file : word))
  const before = ["acme", "globex"].map(snapshot)
  const refused = await run(...args)
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain("--tenant NAME")
  expect(["acme", "globex"].map(snapshot)).toEqual(before)

  expect((await run(...args, "--tenant", "No tenant")).code).toBe(2)
  const { code, stdout, stderr } = await run(...args, "--tenant", "acme")
  expect([code, stderr]).toEqual([0, expect.any(String)])
  expect(stdout).not.toContain("globex")
  expect(snapshot("globex")).toEqual(before[1])
})

test("what a command changes is changed in one tenant", async () => {
  const { run, readAll } = await open()
  const count = (tenant: string) => readAll("SELECT id FROM session WHERE tenant = ?", tenant).length
  await run("sessions", "revoke", "bob@example.com", "--all", "--tenant", "globex")
  expect(["acme", "globex"].map(count)).toEqual([6, 4])
})

test("an export of one tenant is imported into another", async () => {
  const { run, readAll, adapter } = await open()
  const file = newFile()
  expect((await run("export", file, "--tenant", "acme")).code).toBe(0)
  expect(readFileSync(file, "utf8")).not.toContain("globex")
  expect((await run("import", file, "--tenant", "initech")).code).toBe(0)
  const withTenant = (tenant: string) =>
    readAll("SELECT id, name, email FROM user WHERE tenant = ? ORDER BY id", tenant)
  expect(withTenant("initech")).toEqual(withTenant("acme"))
  expect(await tenants.run("initech", () => adapter.count({ model: "session" }))).toBe(6)
  expect(await tenants.run("globex", () => adapter.count({ model: "session" }))).toBe(6)
})

test("mortise rotate-keys encrypts the values of one tenant again", async () => {
  const [first, second] = ["first", "second"].map((id) => ({
    id,
    secret: crypto.getRandomValues(new Uint8Array(32)),
  }))
  const openWith = (keys: readonly unknown[], client?: Sqlite.Database) =>
    openTenants({}, (database) => encryptedTokens(database, { keys: keys as never }), forCaller, client)
  const { adapter, client, readAll } = await openWith([first])
  const where = [{ field: "id", value: "google-ada" }]
  for (const tenant of ["acme", "globex"])
    await tenants.run(tenant, async () => {
      await fill(adapter, tenant)
      await adapter.update({ model: "account", where, update: { accessToken: `token of ${tenant}` } })
    })
  const rotated = await openWith([second, first], client)
  const run = commandsOnAuth(rotated.auth)
  expect((await run("rotate-keys")).stderr).toContain("--tenant NAME")
  expect((await run("rotate-keys", "--tenant", "acme")).code).toBe(0)
  const stored = readAll("SELECT accessToken FROM account WHERE id = 'google-ada' ORDER BY tenant")
  expect(stored).toMatchObject([
    { accessToken: expect.stringMatching(/^enc1\.second/) },
    { accessToken: expect.stringMatching(/^enc1\.first/) },
  ])
  const read = () => rotated.adapter.findOne({ model: "account", where })
  for (const tenant of ["acme", "globex"])
    expect(await tenants.run(tenant, read)).toMatchObject({ accessToken: `token of ${tenant}` })
})

test("mortise studio refuses a database with tenants", async () => {
  const { code, stderr } = await (await open()).run("studio")
  expect(code).not.toBe(0)
  expect(stderr).toContain("tenants")
})

test("mortise status counts the rows of all tenants, and doctor and migrate check their tables", async () => {
  const { run } = await open()
  expect((await run("status")).stdout).toMatch(/ROWS OF ALL TENANTS[\s\S]*user +6/)
  expect((await run("doctor")).code).toBe(0)
  expect((await run("migrate")).code).toBe(0)
})

test("--tenant is refused for a database without tenants", async () => {
  const { auth } = await openTenants({}, undefined, {})
  const { code, stderr } = await commandsOnAuth(auth)("users", "list", "--tenant", "acme")
  expect(code).toBe(2)
  expect(stderr).toContain("has no tenants")
})

test("sessions of a tenant end in its secondary storage", async () => {
  const storage = mortiseStorage(memoryAdapter({ tenants: true }), forCaller)
  const { auth } = await openTenants({ secondaryStorage: storage, rateLimit: { enabled: false } })
  const person = { name: "Ada", email: "ada@example.com", password: "correct horse battery" }
  const signUp = (tenant: string) => tenants.run(tenant, () => auth.api.signUpEmail({ body: person }))
  const [ours, theirs] = [await signUp("acme"), await signUp("globex")]
  const run = commandsOnAuth(auth)
  expect((await run("sessions", "revoke", person.email, "--all", "--tenant", "acme")).code).toBe(0)
  const read = (tenant: string, key: string | null) => tenants.run(tenant, () => storage.get(String(key)))
  expect(await read("acme", ours.token)).toBeNull()
  expect(await read("globex", theirs.token)).toContain(person.email)
})
