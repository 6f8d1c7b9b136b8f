import { UnstorageAdapter } from "@auth/unstorage-adapter"
import { UpstashRedisAdapter } from "@auth/upstash-redis-adapter"
import { createStorage, type Driver } from "unstorage"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { startRedis } from "../../../../workshop/src/servers/redis.ts"
import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"
import { authjsKeyValueStore, importRows } from "../../../src/transfer/index.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { createPeople, exportedLines, later, peopleCount, reportOf } from "../../transfer/support/people.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { Redis } = await import("ioredis")
const { createClient } = await import("redis")

const server = openForTests(startRedis)
let client: InstanceType<typeof Redis>
const other = () => createClient({ url: `redis://127.0.0.1:${server.port}` })

beforeAll(async () => {
  client = new Redis(server.port)
})
afterAll(async () => {
  client.disconnect()
})
beforeEach(() => client.flushall())

/** The client of Upstash parses JSON when it reads; the adapter relies on that. */
const upstash = () => ({
  set: (key: string, value: string) => client.set(key, value),
  del: (...keys: string[]) => client.del(...keys),
  async get(key: string) {
    const value = await client.get(key)
    return value?.startsWith("{") ? JSON.parse(value) : value
  },
})

const redisDriver = (): Driver => ({
  hasItem: async (key) => (await client.exists(key)) > 0,
  getItem: (key) => client.get(key),
  setItem: async (key, value) => void (await client.set(key, value)),
  removeItem: async (key) => void (await client.del(key)),
  getKeys: () => client.keys("*"),
})

/** The official adapter, which has no passkeys with Upstash. */
const writers = {
  "@auth/upstash-redis-adapter": () => ({
    ...UpstashRedisAdapter(upstash() as never),
    createAuthenticator: async () => {},
  }),
  "@auth/unstorage-adapter": () => UnstorageAdapter(createStorage({ driver: redisDriver() })),
}

const readers = {
  ioredis: async () => ({ source: authjsKeyValueStore(client), close: () => {} }),
  redis: async () => {
    const opened = await other().connect()
    return { source: authjsKeyValueStore(opened), close: () => opened.destroy() }
  },
  unstorage: async () => ({
    source: authjsKeyValueStore(createStorage({ driver: redisDriver() })),
    close: () => {},
  }),
}

describe.each(Object.entries(writers))("the keys of %s", (name, open) => {
  test.each(Object.entries(readers))("are exported through %s and imported whole", async (_, read) => {
    await createPeople(open() as never)
    const { source, close } = await read()
    const target = memoryAdapter()
    const report = await importRows(target, await exportedLines(source))
    close()
    const { authenticator, ...rows } = reportOf("created").rows
    const isUpstash = name.includes("upstash")
    expect(report.rows).toEqual({ ...rows, ...(!isUpstash && { authenticator }) })

    const user = await target.getUserByEmail("person-2@example.com")
    expect(user).toMatchObject({ name: `Zoë "2" \u2028 O'Brien`, emailVerified: later })
    const key = { provider: "github", providerAccountId: "gh-2" }
    expect(await target.getUserByAccount(key)).toEqual(user)
    expect(await target.getAccount("gh-2", "github")).toMatchObject({ access_token: "access-canary-2" })
    expect(await target.getAccount("gh-2", "github")).not.toHaveProperty("id")
    expect((await target.getSessionAndUser("session-canary-2"))?.session.expires).toEqual(later)
    const token = { identifier: "person-2@example.com", token: "token-canary-2" }
    expect(await target.useVerificationToken(token)).toMatchObject({ ...token, expires: later })
    const passkeys = await target.listAuthenticatorsByUserId(user?.id ?? "")
    expect(passkeys).toHaveLength(isUpstash ? 0 : 1)
  })
})

test("prefixes of the application are used, and other keys are left alone", async () => {
  const options = { baseKeyPrefix: "app[1]\\:", userKeyPrefix: "people:" }
  const adapter = UpstashRedisAdapter(upstash() as never, options)
  await adapter.createUser?.({ id: "", email: "ada@example.com", emailVerified: null })
  await client.set("user:7", "an application's own value")
  await client.set("app1:people:7", "a key that a glob pattern would match")
  const lines = await exportedLines(authjsKeyValueStore(client, options))
  expect(lines.filter((line) => line.startsWith('{"user"'))).toHaveLength(1)
  expect(lines.at(-1)).toContain('{"user":1,')
})

test("every prefix of the application is used", async () => {
  const options = {
    userKeyPrefix: "u:",
    accountKeyPrefix: "u:a:",
    accountByUserIdPrefix: "u:a:of:",
    emailKeyPrefix: "u:e:",
    sessionKeyPrefix: "u:s:",
    sessionByUserIdKeyPrefix: "u:s:of:",
    verificationTokenKeyPrefix: "u:t:",
    authenticatorKeyPrefix: "p:",
    authenticatorUserKeyPrefix: "p:of:",
  }
  await createPeople(UnstorageAdapter(createStorage({ driver: redisDriver() }), options) as never)
  const report = await importRows(memoryAdapter(), await exportedLines(authjsKeyValueStore(client, options)))
  expect(report.rows).toEqual(reportOf("created").rows)
})

test("keys outside the default prefixes are left alone", async () => {
  await client.set("cart:7", "an application's own value")
  expect((await exportedLines(authjsKeyValueStore(client))).at(-1)).toContain('{"user":0,')
})

test.each([
  ["not JSON", "user:1", "canary"],
  ["no key", "user:session:canary", '{"expires":"2098-01-01T00:00:00Z"}'],
  ["an invalid date", "user:session:canary", '{"sessionToken":"canary","expires":"canary","userId":"1"}'],
])("a key with %s is an error without its value", async (_, key, value) => {
  await client.set(key, value)
  const error = await exportedLines(authjsKeyValueStore(client)).catch((thrown: Error) => thrown)
  expect(error).toMatchObject({
    code: "corrupt",
    model: /^user:session/.test(key) ? "session" : "user",
    message: expect.stringMatching(/^A key of (user|session) /),
  })
  expect(String(error)).not.toContain("canary")
})

test("an export continues after the page at which it stopped", async () => {
  await createPeople(writers["@auth/unstorage-adapter"]() as never)
  const { upkeep } = await import("../../../src/index.ts")
  const tools = upkeep(authjsKeyValueStore(client))
  const first = await tools?.page("user", { limit: 3 })
  const second = await tools?.page("user", { limit: 1000, ...(first?.next && { after: first.next }) })
  expect([first?.rows.length, second?.rows.length, second?.next]).toEqual([3, peopleCount - 3, null])
  expect(await tools?.count("user")).toBe(peopleCount)
})

test("a client that cannot list all keys is refused, and so are writes", async () => {
  expect(() => authjsKeyValueStore({ isCluster: true, scan() {}, mget() {} } as never)).toThrow(
    /one node only/,
  )
  expect(() => authjsKeyValueStore({} as never)).toThrow(/ioredis or redis/)
  const { upkeep } = await import("../../../src/index.ts")
  await expect(upkeep(authjsKeyValueStore(client))?.sweep()).rejects.toThrow(/can only be read/)
})
