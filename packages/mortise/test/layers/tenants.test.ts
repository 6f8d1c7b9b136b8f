import { expect, test } from "vitest"
import { getRotatePage } from "../../src/contract/layered.ts"
import { extras, type MortiseAdapter, manifest, slots, upkeep } from "../../src/index.ts"
import {
  type AuditRecord,
  audited,
  encryptedTokens,
  hashedSessions,
  split,
  traced,
} from "../../src/layers/index.ts"
import { federatedLogout } from "../../src/logout/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { accessTokens } from "../../src/tokens/index.ts"

const key = "kL8vQx2Zr5tYp9Wm3Nd7Hs1Bf6Jc4Ga0kL8vQx2Zr5t"
const keys = [{ id: "1", secret: key }]
const account = { provider: "github", providerAccountId: "1815" }
const provider = { id: "github", clientId: "app", issuer: "https://id.example" }

/** The same user with the same account at two tenants, below and above `encryptedTokens`. */
async function openEncrypted() {
  const below = memoryAdapter({ tenants: true })
  const forTenant = encryptedTokens(below, { keys })
  for (const name of ["acme", "acme-2"]) {
    const { id: userId } = await forTenant(name).createUser({ email: "ada@example.com" })
    await forTenant(name).linkAccount({ ...account, userId, type: "oauth", access_token: `token of ${name}` })
  }
  return { below, forTenant }
}

const findToken = async (adapter: Pick<MortiseAdapter, "getAccount">) =>
  (await adapter.getAccount("1815", "github"))?.access_token

test("a token of one tenant cannot be decrypted at another, whoever moves its row", async () => {
  const { below, forTenant } = await openEncrypted()
  expect(await findToken(forTenant("acme"))).toBe("token of acme")
  const stored = await findToken(below("acme"))
  expect(stored).toMatch(/^enc1\./)
  await extras(below("acme-2")).updateAccount({ ...account, access_token: stored })
  await expect(findToken(forTenant("acme-2"))).rejects.toMatchObject({ code: "corrupt" })
  // The layer of one tenant, and the one around the function, are the same layer.
  expect(await findToken(encryptedTokens(below("acme"), { keys }))).toBe("token of acme")

  const plain = memoryAdapter()
  const { id: userId } = await plain.createUser({ email: "ada@example.com" })
  await plain.linkAccount({ ...account, userId, type: "oauth", access_token: stored })
  await expect(findToken(encryptedTokens(plain, { keys }))).rejects.toMatchObject({ code: "corrupt" })
})

test("keys are rotated in each tenant", async () => {
  const { below } = await openEncrypted()
  const newKeys = [{ id: "2", secret: `${key.slice(0, -1)}E` }, ...keys]
  const forTenant = encryptedTokens(below, { keys: newKeys })
  const rotate = getRotatePage(forTenant("acme"))
  expect(await rotate?.({ limit: 10, after: undefined, dryRun: false, dropUnreadable: false })).toMatchObject(
    { next: null },
  )
  expect(await findToken(below("acme"))).toMatch(/^enc1\.2\./)
  expect(await findToken(below("acme-2"))).toMatch(/^enc1\.1\./)
  expect(await findToken(forTenant("acme"))).toBe("token of acme")
})

test("records name the tenant, and all tenants share one sink and its numbers", async () => {
  const records: AuditRecord[] = []
  const sink = (more: readonly AuditRecord[]) => void records.push(...more)
  const forTenant = audited(memoryAdapter({ tenants: true }), sink, { key })
  await forTenant("acme").createUser({ email: "ada@example.com" })
  await forTenant("acme-2").createUser({ email: "ada@example.com" })
  await slots(forTenant("acme-2")).claim({ key: "jwt-generation/1", expires: new Date(Date.now() + 1000) })
  expect(records.map(({ tenant, sequence }) => [tenant, sequence]).slice(0, 2)).toEqual([
    ["acme", 1],
    ["acme-2", 2],
  ])
  expect(new Set(records.map(({ writer }) => writer)).size).toBe(1)
  const plain = audited(memoryAdapter(), sink, { key })
  await plain.createUser({ email: "ada@example.com" })
  expect(records.at(-1)).not.toHaveProperty("tenant")
})

test("all layers around the function are layers of each tenant", async () => {
  const spans: string[] = []
  const span = { setAttribute() {}, setAttributes() {}, setStatus() {}, end() {} }
  const tracer = {
    startActiveSpan(name: string, _: object, run: (of: typeof span) => unknown) {
      spans.push(name)
      return run(span)
    },
  }
  const meter = { createHistogram: () => ({ record() {} }) }
  const below = memoryAdapter({ tenants: true })
  const records: AuditRecord[] = []
  const sink = (more: readonly AuditRecord[]) => void records.push(...more)
  const forTenant = traced(audited(hashedSessions(encryptedTokens(below, { keys })), sink, { key }), {
    tracer,
    meter,
  })
  const [acme, other] = [forTenant("acme"), forTenant("acme-2")]
  const { id: userId } = await acme.createUser({ email: "ada@example.com" })
  await acme.createSession({ sessionToken: "token", userId, expires: new Date(Date.now() + 60_000) })
  expect((await acme.getSessionAndUser("token"))?.user.id).toBe(userId)
  expect(await other.getSessionAndUser("token")).toBeNull()
  expect(await below("acme").getSessionAndUser("token")).toBeNull()
  expect(spans.slice(0, 2)).toEqual(["createUser user", "createSession session"])
  expect(records.map(({ tenant }) => tenant)).toEqual(["acme", "acme"])

  expect(manifest(forTenant)?.limits["account.access_token"]).toBe(
    manifest(acme).limits["account.access_token"],
  )
  expect(() => extras(forTenant)).toThrow("pass forTenant(name)")
  expect(() => upkeep(forTenant)).toThrow("pass forTenant(name)")
  expect(() => hashedSessions(forTenant)).toThrow("hashedSessions already")
  expect(() => forTenant("Acme")).toThrow("name of a tenant")
})

test("split takes the adapters of one tenant", async () => {
  const [users, sessions] = [memoryAdapter({ tenants: true }), memoryAdapter({ tenants: true })]
  const adapter = split({ users: users("acme"), sessions: sessions("acme") })
  await adapter.createUser({ id: "1", email: "ada@example.com" })
  expect(await users("acme").getUser("1")).not.toBeNull()
  expect(() => split({ users: users("acme"), sessions: sessions("other") })).toThrow("different tenants")
  expect(() => split({ users: users("acme"), sessions: memoryAdapter() })).toThrow("different tenants")
  expect(() => split({ users, sessions } as never)).toThrow("pass forTenant(name)")
  const layered = encryptedTokens(adapter, { keys })
  await layered.linkAccount({ ...account, userId: "1", type: "oauth", access_token: "t" })
  expect(await findToken(encryptedTokens(users("acme"), { keys }))).toBe("t")
})

test("accessTokens and federatedLogout take the adapter of one tenant", async () => {
  const forTenant = memoryAdapter({ tenants: true })
  const tokenProviders = [{ ...provider, type: "oidc" as const }]
  const acme = accessTokens({ adapter: forTenant("acme"), providers: tokenProviders })
  const other = accessTokens({ adapter: forTenant("other"), providers: tokenProviders })
  const { id: userId } = await forTenant("acme").createUser({ email: "ada@example.com" })
  await forTenant("acme").linkAccount({ ...account, userId, type: "oidc", access_token: "t" })
  expect(await acme.get({ userId, provider: "github" })).toMatchObject({ ok: true, accessToken: "t" })
  expect(await other.get({ userId, provider: "github" })).toEqual({ ok: false, reason: "account_missing" })

  expect(() => accessTokens({ adapter: forTenant, providers: tokenProviders })).toThrow(
    "pass forTenant(name)",
  )
  expect(() => federatedLogout({ adapter: forTenant, providers: [provider] })).toThrow("pass forTenant(name)")
  expect(() => federatedLogout({ adapter: forTenant("acme"), providers: [provider] })).not.toThrow()

  expect(() => acme.revokeOnRemoval(forTenant("acme"))).not.toThrow()
  for (const wrong of [forTenant("other"), forTenant, memoryAdapter()])
    expect(() => acme.revokeOnRemoval(wrong as object)).toThrow("the same tenant")
  const plain = accessTokens({ adapter: memoryAdapter(), providers: tokenProviders })
  expect(() => plain.revokeOnRemoval(forTenant)).toThrow("the same tenant")
})
