import { expect, test } from "vitest"
import { mortiseStorage } from "../../../src/better-auth/index.ts"
import { audited, encryptedTokens, hashedSessions, traced } from "../../../src/layers/index.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"
import { auditKey, collect } from "../../layers/support/audited-memory.ts"
import { fill, forCaller, openTenants, tenants } from "./open-tenants.ts"

const person = { name: "Ada", email: "ada@example.com", password: "correct horse battery" }
const keys = [{ id: "first", secret: crypto.getRandomValues(new Uint8Array(32)) }]

test("the layers keep tenants apart, and audit records name them", async () => {
  const { records, sink } = collect()
  const { auth } = await openTenants({}, (database) =>
    traced(audited(hashedSessions(encryptedTokens(database, { keys })), sink, { key: auditKey })),
  )
  const tokens = []
  for (const tenant of ["acme", "globex"]) {
    const { token } = await tenants.run(tenant, () => auth.api.signUpEmail({ body: person }))
    tokens.push(token)
    expect(records.length).toBeGreaterThan(2)
    expect(new Set(records.splice(0).map((record) => record.tenant))).toEqual(new Set([tenant]))
  }
  const findSession = (tenant: string, token: string | null | undefined) =>
    tenants.run(tenant, async () => (await auth.$context).internalAdapter.findSession(String(token)))
  expect(await findSession("acme", tokens[0])).not.toBeNull()
  expect(await findSession("globex", tokens[0])).toBeNull()
})

test("an encrypted token cannot be decrypted at another tenant", async () => {
  const { adapter, client } = await openTenants({}, (database) => encryptedTokens(database, { keys }))
  for (const tenant of ["acme", "globex"])
    await tenants.run(tenant, async () => {
      await fill(adapter, tenant)
      await adapter.update({
        model: "account",
        where: [{ field: "id", value: "google-ada" }],
        update: { accessToken: `token of ${tenant}` },
      })
    })
  const read = (tenant: string) =>
    tenants.run(tenant, async () => {
      const row = await adapter.findOne<{ accessToken: string }>({
        model: "account",
        where: [{ field: "id", value: "google-ada" }],
      })
      return row?.accessToken
    })
  expect(await read("globex")).toBe("token of globex")
  client.exec(
    "UPDATE account SET accessToken = (SELECT accessToken FROM account WHERE id = 'google-ada' AND tenant = 'acme') WHERE id = 'google-ada'",
  )
  expect(await read("acme")).toBe("token of acme")
  await expect(read("globex")).rejects.toMatchObject({ code: "corrupt" })
})

test("a secondary storage with tenants keeps the sessions of each apart", async () => {
  const storage = mortiseStorage(memoryAdapter({ tenants: true }), forCaller)
  const { auth } = await openTenants(
    { secondaryStorage: hashedSessions(storage), rateLimit: { enabled: false } },
    hashedSessions,
  )
  const tokens = []
  for (const tenant of ["acme", "globex"])
    tokens.push((await tenants.run(tenant, () => auth.api.signUpEmail({ body: person }))).token)
  const find = (tenant: string, token: unknown) =>
    tenants.run(tenant, async () => (await auth.$context).internalAdapter.findSession(String(token)))
  expect(await find("acme", tokens[0])).toMatchObject({ user: { email: person.email } })
  expect(await find("globex", tokens[0])).toBeNull()

  for (const tenant of ["acme", "globex"])
    await tenants.run(tenant, () => storage.set("same", `of ${tenant}`))
  expect(await tenants.run("acme", () => storage.getAndDelete("same"))).toBe("of acme")
  expect(await tenants.run("globex", () => storage.get("same"))).toBe("of globex")
  expect(await tenants.run("acme", () => storage.increment("count", 60))).toBe(1)
  expect(await tenants.run("globex", () => storage.increment("count", 60))).toBe(1)
  await expect(storage.get("same")).rejects.toMatchObject({ code: "invalid" })
})

test("mortiseStorage takes `tenant` with the function of a tenant only", () => {
  expect(() => mortiseStorage(memoryAdapter(), forCaller)).toThrow(/pass forTenant/)
  expect(() => mortiseStorage(memoryAdapter({ tenants: true }))).toThrow(/forTenant/)
  expect(() => mortiseStorage(memoryAdapter({ tenants: true }), { tenant: "acme" as never })).toThrow(
    /function/,
  )
})
