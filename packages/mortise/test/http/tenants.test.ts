import { expect, test } from "vitest"
import { everyPermission } from "../../../workshop/src/http/every-permission.ts"
import { httpAdapter } from "../../src/http/client.ts"
import { limitRate } from "../../src/http/server/rate-limit.ts"
import { type Caller, createServiceKey, openapi, type ServeOptions, serve } from "../../src/http/server.ts"
import { extras, manifest, slots, upkeep } from "../../src/index.ts"
import { encryptedTokens } from "../../src/layers/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { callRequest, outcomeOf } from "./support/requests.ts"

const permissions = everyPermission
const ada = { id: "1", email: "ada@example.com" }
const signingSecret = "kL8vQx2Zr5tYp9Wm3Nd7Hs1Bf6Jc4Ga0"

/** A server with the tenants of a store in memory, and a key for some of them. */
async function openServer(tenants: readonly string[] | "all", options: Partial<ServeOptions> = {}) {
  const behind = memoryAdapter({ tenants: true })
  const { key, record } = await createServiceKey({ id: "web", permissions, tenants })
  const signer: Caller = { id: "signer", permissions, tenants, secret: signingSecret }
  const audience = "https://data.example"
  const handle = serve(behind, { keys: [record, signer], audience, ...options })
  const sent: Request[] = []
  const send = (request: Request) => {
    sent.push(request.clone() as Request)
    return handle(request)
  }
  const via: typeof fetch = (input, init) => send(new Request(input as string, init))
  const client = { url: audience, tenants: true, fetch: via, retries: 0 } as const
  const call = (path: string, args: readonly unknown[], headers = {}) =>
    handle(callRequest(path, args, { authorization: `Bearer ${key}`, ...headers })).then(outcomeOf)
  const signing = { id: "signer", secret: signingSecret }
  const [keyed, signed] = [httpAdapter({ ...client, key }), httpAdapter({ ...client, signing })]
  return { behind, handle, call, sent, key, record, via, keyed, signed }
}

test.each(["keyed", "signed"] as const)(
  "a client reads and writes the rows of one tenant: %s",
  async (kind) => {
    const server = await openServer(["acme", "acme-2"])
    const forTenant = server[kind]
    const [acme, other] = [forTenant("acme"), forTenant("acme-2")]
    await acme.createUser(ada)
    await other.createUser({ ...ada, name: "Another" })
    expect((await acme.getUserByEmail(ada.email))?.name).toBeNull()
    expect((await other.getUserByEmail(ada.email))?.name).toBe("Another")
    const expires = new Date(Date.now() + 60_000)
    await acme.createSession({ sessionToken: "token", userId: "1", expires })
    // Lookups of both tenants are batched at the same time.
    const found = await Promise.all(
      [1, 2, 3, 4].map((n) => (n % 2 ? acme : other).getSessionAndUser("token")),
    )
    expect(found.map((row) => row?.user.id)).toEqual(["1", undefined, "1", undefined])
    expect(await upkeep(acme).count("user")).toBe(1)
    expect((await upkeep(server.behind("acme")).page("user")).rows).toHaveLength(1)
  },
)

test.each(["keyed", "signed"] as const)(
  "a key is refused at a tenant that it does not name: %s",
  async (kind) => {
    const server = await openServer(["acme"])
    const acme2 = server[kind]("acme-2")
    const refused = { code: "missing_operation", message: expect.stringContaining("add it to the tenants") }
    await expect(acme2.getUser("1")).rejects.toMatchObject(refused)
    await expect(acme2.createUser(ada)).rejects.toMatchObject(refused)
    await expect(slots(acme2).read("key")).rejects.toMatchObject(refused)
    expect(await upkeep(server.behind("acme-2")).count("user")).toBe(0)
    expect(await upkeep(server.behind("acme-2")).count("slot"), "no nonce and no receipt").toBe(0)
  },
)

test("forged names, and paths without a tenant, are refused", async () => {
  const { call } = await openServer(["acme"])
  const unknown = { status: 404, code: "unknown_call" }
  expect(await call("tenants/acme/getUser", ["1"])).toEqual({ status: 200, code: undefined })
  expect(await call("tenants/acme-2/getUser", ["1"])).toEqual({ status: 403, code: "forbidden" })
  const forged = ["getUser", "tenants//getUser", "tenants/*/getUser", "tenants/Acme/getUser"]
  const encoded = ["tenants/%61cme/getUser", "tenants/acme%2f/getUser", "tenants/acme/tenants/acme/getUser"]
  for (const path of [...forged, ...encoded]) expect(await call(path, ["1"]), path).toEqual(unknown)
  const all = await openServer("all")
  for (const path of [...forged, ...encoded]) expect(await all.call(path, ["1"]), path).toEqual(unknown)
  expect(await all.call(`tenants/${"a".repeat(64)}/getUser`, ["1"])).toEqual(unknown)
  expect(await all.call("tenants/other/getUser", ["1"])).toEqual({ status: 200, code: undefined })
})

test("a signed request is refused at another tenant, and only its first sending is accepted", async () => {
  const { signed, sent, handle } = await openServer("all")
  await signed("acme").createUser(ada)
  const [request] = sent as [Request]
  const moved = new Request(request.url.replace("acme", "acme-2"), request.clone() as Request)
  expect(await outcomeOf(await handle(moved))).toEqual({ status: 401, code: "unauthorized" })
  expect(await outcomeOf(await handle(request))).toEqual({ status: 401, code: "replayed" })
})

test.each([false, true])("a receipt belongs to one tenant: in one store for all: %s", async (isShared) => {
  const store = isShared ? { idempotencyStore: slots(memoryAdapter()) } : {}
  const { call, behind } = await openServer("all", store)
  const headers = { "idempotency-key": "0123456789abcdef" }
  const done = { status: 200, code: undefined }
  expect(await call("tenants/acme/createUser", [ada], headers)).toEqual(done)
  expect(await call("tenants/acme/createUser", [ada], headers)).toEqual(done)
  expect(await call("tenants/other/createUser", [ada], headers)).toEqual(done)
  expect(await upkeep(behind("other")).count("user"), "it was applied there too").toBe(1)
})

test("the limit of a key counts each tenant on its own", async () => {
  const rateLimit = limitRate(slots(memoryAdapter({ now: () => 0 })), {
    max: 2,
    perSeconds: 3600,
    now: () => 0,
  })
  const { call } = await openServer("all", { rateLimit })
  const statuses: number[] = []
  for (const tenant of ["acme", "acme", "acme", "other"])
    statuses.push((await call(`tenants/${tenant}/getUser`, ["1"])).status)
  expect(statuses).toEqual([200, 200, 429, 200])
})

test("keys and adapters that do not agree about tenants are refused at the start", async () => {
  const [plain, forTenant] = [memoryAdapter(), memoryAdapter({ tenants: true })]
  const all = await createServiceKey({ id: "all", permissions, tenants: "all" })
  const none = await createServiceKey({ id: "none", permissions })
  const wrong = await createServiceKey({ id: "wrong", permissions, tenants: ["Acme"] })
  expect(() => serve(forTenant, { keys: [none.record] })).toThrow("must name its `tenants`")
  expect(() => serve(plain, { keys: [all.record] })).toThrow("the adapter has none")
  expect(() => serve(forTenant, { keys: [wrong.record] })).toThrow("list of names")
  // A list that changes later is checked at each request.
  const handle = serve(plain, { keys: () => [all.record] })
  const request = callRequest("getUser", ["1"], { authorization: `Bearer ${all.key}` })
  expect((await handle(request)).status).toBe(503)
  const tenantPath = callRequest("tenants/acme/getUser", ["1"], { authorization: `Bearer ${none.key}` })
  expect(await outcomeOf(await serve(plain, { keys: [none.record] })(tenantPath))).toMatchObject({
    status: 403,
  })
})

test("OpenAPI names the tenant in each path", async () => {
  const { handle, key } = await openServer(["acme"])
  const headers = { authorization: `Bearer ${key}` }
  const response = await handle(new Request("https://data.example/v1/openapi.json", { headers }))
  const document = (await response.json()) as { paths: Record<string, { parameters: unknown }> }
  expect(document).toEqual(JSON.parse(JSON.stringify(openapi(undefined, { tenants: true }))))
  expect(document.paths["/v1/tenants/{tenant}/getUser"]?.parameters).toEqual([
    { $ref: "#/components/parameters/Tenant" },
  ])
  expect(Object.keys(openapi()["paths"] as object)).toContain("/v1/getUser")
})

test("the client's function carries what tools and layers need, and refuses what belongs to one tenant", async () => {
  const { keyed } = await openServer(["acme"])
  expect(manifest(keyed)?.store).toBe("http")
  for (const part of [() => extras(keyed), () => upkeep(keyed), () => slots(keyed)])
    expect(part).toThrow("pass forTenant(name)")
  expect(() => keyed("../other")).toThrow("name of a tenant")
  const layered = encryptedTokens(keyed, {
    keys: [{ id: "1", secret: crypto.getRandomValues(new Uint8Array(32)) }],
  })
  const acme = layered("acme")
  await acme.createUser(ada)
  await acme.linkAccount({
    userId: "1",
    type: "oauth",
    provider: "a",
    providerAccountId: "b",
    access_token: "t",
  })
  expect((await keyed("acme").getAccount("b", "a"))?.access_token).toMatch(/^enc1\./)
  expect((await acme.getAccount("b", "a"))?.access_token).toBe("t")
})
