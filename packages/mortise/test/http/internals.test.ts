import { beforeEach, describe, expect, test } from "vitest"
import { reservedSlots } from "../../src/http/protocol/call.ts"
import {
  type Adapter,
  defineSchema,
  extras,
  type Key,
  manifest,
  operationNames,
  slots,
  text,
  upkeep,
} from "../../src/index.ts"
import { memoryAdapter } from "../../src/stores/memory/memory-adapter.ts"
import { openDirect } from "./support/open-direct.ts"

const later = new Date("2098-01-01T00:00:00.001Z")

let behind: Adapter
let adapter: Adapter
beforeEach(async () => {
  behind = memoryAdapter()
  adapter = (await openDirect(behind)).adapter
})

test("the adapter is a plain object of own, enumerable functions that need no this", async () => {
  expect(Object.keys(adapter)).toEqual(operationNames)
  expect(Object.getPrototypeOf(adapter)).toBe(Object.prototype)
  const { createUser, getUser } = { ...adapter }
  const { id } = await createUser({ email: "ada@example.com" })
  expect((await getUser(id))?.email).toBe("ada@example.com")
})

test("the manifest promises the least unless `promises` is set", async () => {
  expect(manifest(adapter)).toMatchObject({
    store: "http",
    removal: "fenced",
    durability: "none",
    ids: "given",
    overridden: [],
    roundTrips: { getSessionAndUser: 1 },
    limits: { "user.email": 254 },
  })
  const promises = { removal: "atomic", durability: "power" } as const
  const { adapter: told } = await openDirect(behind, { client: { promises } })
  expect(manifest(told)).toMatchObject(promises)
  expect(manifest({ ...adapter, getUser: async () => null })?.overridden).toEqual(["getUser"])
})

test("the extras work over HTTP, and an override disables those that would bypass it", async () => {
  const { signUp, listSessions, listAccounts, updateAccount, extendSession, verifyEmail, dropTokens } =
    extras(adapter) ?? {}
  const { user, account, session } =
    (await signUp?.({
      user: { email: "ada@example.com" },
      account: { type: "oidc", provider: "acme", providerAccountId: 1815, refresh_token: "r1" },
      session: { sessionToken: "s", expires: later },
    })) ?? {}
  expect(account).toMatchObject({ userId: user?.id, providerAccountId: "1815" })
  expect(await listSessions?.(user?.id ?? "")).toEqual([session])
  expect(await listAccounts?.(user?.id ?? "")).toEqual([account])
  const key = { provider: "acme", providerAccountId: "1815" }
  const refused = { ok: false, reason: "refused" }
  expect(await updateAccount?.({ ...key, refresh_token: "r2" }, { refresh_token: "r0" })).toEqual(refused)
  expect(await updateAccount?.({ ...key, refresh_token: "r2" }, { refresh_token: null })).toEqual(refused)
  expect(await updateAccount?.({ ...key, refresh_token: "r2" }, { refresh_token: "r1" })).toMatchObject({
    row: { refresh_token: "r2" },
  })
  const to = new Date("2099-01-01T00:00:00.002Z")
  expect(await extendSession?.({ sessionToken: "s", from: later, to })).toMatchObject({
    ok: true,
    row: { expires: to },
  })
  expect(await extendSession?.({ sessionToken: "s", from: later, to })).toEqual(refused)
  expect(await extendSession?.({ sessionToken: "none", from: later, to })).toEqual({
    ok: false,
    reason: "absent",
  })
  expect(await verifyEmail?.(user?.id ?? "", user?.email ?? "", later)).toMatchObject({
    row: { emailVerified: later },
  })
  expect(await verifyEmail?.(user?.id ?? "", user?.email ?? "", to)).toEqual(refused)
  await adapter.createVerificationToken({ identifier: "ada@example.com", token: "t", expires: later })
  expect(await dropTokens?.("ada@example.com")).toBe(1)
  expect(Object.keys(extras({ ...adapter, updateUser: behind.updateUser }) ?? {})).not.toContain(
    "verifyEmail",
  )
})

test("the upkeep works over HTTP", async () => {
  for (const name of ["a", "b", "c"]) await adapter.createUser({ id: name, email: `${name}@example.com` })
  const tools = upkeep(adapter)
  const first = await tools?.page("user", { limit: 2 })
  expect(first?.rows.map(({ id }) => id)).toEqual(["a", "b"])
  const second = await tools?.page("user", { limit: 2, after: first?.next ?? {} })
  expect([second?.rows.map(({ id }) => id), second?.next]).toEqual([["c"], null])
  const byEmail = await tools?.page("user", { prefix: "b@" })
  expect(byEmail?.rows).toEqual([await behind.getUser("b")])
  expect(await tools?.count("user")).toBe(3)
  const past = new Date("2020-01-01T00:00:00.000Z")
  for (const token of ["t1", "t2"])
    await adapter.createVerificationToken({ identifier: "a@example.com", token, expires: past })
  expect(await tools?.sweep({ now: new Date("2019-01-01"), limit: 1 })).toBe(0)
  expect(await tools?.sweep({ now: new Date("2098-01-01"), limit: 1 })).toBe(1)
  expect(await tools?.sweep()).toBe(1)
  await expect(tools?.page("nothing" as "user")).rejects.toMatchObject({ code: "invalid", operation: "page" })
  await expect(tools?.page("user", { limit: 0 })).rejects.toMatchObject({
    code: "invalid",
    operation: "page",
  })
})

test("SEC-K4 pages of slots have those of callers, and no receipt", async () => {
  await adapter.createUser({ email: "ada@example.com" })
  // The second is one that a server in front of this one uses itself.
  const keys = ["a", `${reservedSlots}receipt/in-front`, "z"]
  for (const key of keys) await slots(adapter)?.claim({ key, expires: later })
  const stored = (await upkeep(behind)?.page("slot"))?.rows ?? []
  expect(stored.length).toBeGreaterThan(keys.length)
  const read: string[] = []
  let after: Key | null | undefined
  do {
    const page = await upkeep(adapter)?.page("slot", { limit: 1, ...(after && { after }) })
    read.push(...(page?.rows.map(({ key }) => key) ?? []))
    after = page?.next
  } while (after)
  expect(read.sort()).toEqual(keys.sort())
})

test("the slots work over HTTP", async () => {
  const far = slots(adapter)
  const slot = { key: "k", value: { a: [1, null] }, expires: later }
  expect([await far?.claim(slot), await far?.claim(slot)]).toEqual([
    { ok: true },
    { ok: false, reason: "taken" },
  ])
  expect(await far?.read("k")).toEqual({ ...slot, count: 0 })
  expect(await far?.replace({ key: "k", value: "new" })).toEqual({ ok: true })
  expect(await far?.replace({ key: "k", value: "newer", count: 1 })).toEqual({ ok: false, reason: "absent" })
  expect(await far?.replace({ key: "k", value: "newer", count: 0 })).toEqual({ ok: true })
  expect(await far?.read("k")).toMatchObject({ value: "newer", count: 1 })
  await far?.set({ key: "k", value: "set" })
  expect(await far?.read("k")).toEqual({
    key: "k",
    value: "set",
    count: 0,
    expires: new Date("9999-12-31T23:59:59.999Z"),
  })
  await far?.set({ key: "k", value: "new", expires: later })
  expect([await far?.increment("n", later), await far?.increment("n", later)]).toEqual([1, 2])
  expect(await far?.take("k")).toMatchObject({ value: "new" })
  expect([await far?.take("k"), await far?.read("k")]).toEqual([null, null])
})

test("a server behind a server works", async () => {
  const { adapter: farther } = await openDirect(adapter)
  const user = await farther.createUser({ email: "ada@example.com" })
  expect(await behind.getUser(user.id)).toEqual(user)
})

describe("fields beyond the contract's", () => {
  const schema = defineSchema({ user: { fields: { role: text({ default: "member" }) } } })
  const client = { schema, onWarning: () => {} }
  const ada = { id: "ada", email: "ada@example.com", role: "admin" }

  test("are sent without a `schema` option, also through a copy and a second server", async () => {
    const store = memoryAdapter({ schema })
    const { adapter } = await openDirect({ ...store }, { client })
    const { adapter: farther, server, key } = await openDirect(adapter, { client })
    expect((await farther.createUser(ada)).role).toBe("admin")
    expect(await extras(farther)?.verifyEmail?.("ada", "ada@example.com", later)).toMatchObject({
      row: { role: "admin" },
    })
    expect((await upkeep(farther)?.page("user"))?.rows).toMatchObject([{ role: "admin" }])
    const headers = { authorization: `Bearer ${key}` }
    const described = await server(new Request("https://data.example/v1/openapi.json", { headers }))
    expect((await described.json()).components.schemas.User.properties.role).toEqual({ type: "string" })
  })

  test("of an adapter that is not from Mortise are sent when the server has its schema", async () => {
    const foreign = { getUser: async () => ({ ...ada, name: null, image: null, emailVerified: null }) }
    const told = { idempotencyStore: false, onWarning: false } as const
    const plain = await openDirect(foreign as unknown as Adapter, { serve: told })
    expect(await plain.adapter.getUser("ada")).not.toHaveProperty("role")
    const { adapter } = await openDirect(foreign as unknown as Adapter, {
      serve: { ...told, schema: schema as unknown as ReturnType<typeof defineSchema> },
      client: { schema: schema as unknown as ReturnType<typeof defineSchema> },
    })
    expect(await adapter.getUser("ada")).toHaveProperty("role", "admin")
  })
})

describe("an adapter that is not from Mortise behind the server", () => {
  test("is served, and an absent result stays absent where the contract allows it", async () => {
    const { linkAccount, ...rest } = memoryAdapter()
    const foreign = {
      ...Object.fromEntries(Object.entries(rest).filter(([name]) => name !== "getAccount")),
      linkAccount: async (account: Parameters<typeof linkAccount>[0]) => void (await linkAccount(account)),
      // Leaves nullable fields out, and returns optional fields as null.
      getUser: async (id: string) => ({ id, email: "ada@example.com" }),
    }
    const idempotencyStore = slots(memoryAdapter())
    if (!idempotencyStore) throw new Error("memory has slots")
    const { adapter } = await openDirect(foreign as unknown as Adapter, { serve: { idempotencyStore } })
    const { id } = await adapter.createUser({ email: "ada@example.com" })
    const account = { userId: id, type: "oauth", provider: "x", providerAccountId: "1" } as const
    expect(await adapter.linkAccount(account)).toBeNull()
    expect(await adapter.getUser("ada")).toEqual({
      id: "ada",
      email: "ada@example.com",
      name: null,
      image: null,
      emailVerified: null,
    })
    await expect(adapter.getAccount("1", "x")).rejects.toMatchObject({ code: "missing_operation" })
    await expect(extras(adapter)?.listSessions?.(id)).rejects.toMatchObject({ code: "missing_operation" })
  })

  test("causes `corrupt` when its result does not match the schema", async () => {
    const numbered = { ...memoryAdapter(), getUser: async () => ({ id: 7, email: "ada@example.com" }) }
    const { adapter } = await openDirect(numbered as unknown as Adapter)
    await expect(adapter.getUser("7")).rejects.toMatchObject({
      code: "corrupt",
      model: "user",
      fields: ["id"],
    })
  })
})

test("a client with extras: false has only the nineteen operations", async () => {
  const { adapter } = await openDirect(behind, { client: { extras: false } })
  expect([extras(adapter), upkeep(adapter), slots(adapter)]).toEqual([{}, undefined, undefined])
  expect(manifest(adapter)).toMatchObject({ store: "http" })
})
