import type { RedisConfigNodejs } from "@upstash/redis"
import { afterEach, describe, expect, test } from "vitest"
import { startProxy } from "../../../../workshop/src/servers/proxy.ts"
import { startRedis } from "../../../../workshop/src/servers/redis.ts"
import { command } from "../../../../workshop/src/servers/redis-command.ts"
import { internals } from "../../../src/contract/internals.ts"
import { upkeep } from "../../../src/index.ts"
import { failure } from "../../support/failure.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { signIn, someAccount, someone, someSession, someToken } from "../../support/people.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { Redis } = await import("@upstash/redis")
const { startUpstash } = await import("../../../../workshop/src/redis/upstash-endpoint.ts")
const { upstashAdapter } = await import("../../../src/stores/redis/drivers/upstash/upstash-adapter.ts")

const server = openForTests(startRedis)
const endpoint = openForTests(() => startUpstash(server.port))

type Settings = Partial<RedisConfigNodejs>

const clientOf = (settings: Settings = {}) =>
  new Redis({ url: endpoint.url, token: endpoint.token, enableTelemetry: false, ...settings })
const open = (settings?: Settings) => upstashAdapter(clientOf(settings), { prefix: crypto.randomUUID() })

test("the endpoint of these tests answers @upstash/redis itself", async () => {
  const client = clientOf()
  await client.set("greeting", "grüß\u0000 dich")
  expect(await client.get("greeting")).toBe("grüß\u0000 dich")
  expect(await client.pipeline().get("greeting").get("missing").exec()).toEqual(["grüß\u0000 dich", null])
  await expect(client.lpush("greeting", "x")).rejects.toThrow("WRONGTYPE")
})

describe("requests", () => {
  test("every lookup is one request, and none is a command that a replica may answer", async () => {
    const adapter = open()
    const { user, session } = await signIn(adapter)
    const account = someAccount(user.id)
    await adapter.linkAccount(account)
    const lookups = [
      () => adapter.getSessionAndUser(session.sessionToken),
      () => adapter.getUser(user.id),
      () => adapter.getUserByEmail(user.email),
      () => adapter.getUserByAccount(account),
      () => adapter.getAccount(account.providerAccountId, account.provider),
    ]
    // The first time, the server may ask for the text of a script.
    for (const lookup of lookups) await lookup()
    for (const lookup of lookups) {
      endpoint.requests.length = 0
      expect(await lookup()).not.toBeNull()
      expect(endpoint.requests).toEqual(["EVALSHA"])
    }
  })

  test("a write is one request", async () => {
    const adapter = open()
    const { session } = await signIn(adapter)
    await adapter.updateSession({ sessionToken: session.sessionToken, expires: new Date(9e12) })
    await adapter.deleteSession(session.sessionToken)
    const { user } = await signIn(adapter)
    const given = someSession(user.id)
    endpoint.requests.length = 0
    await adapter.createSession(given)
    await adapter.updateSession({ sessionToken: given.sessionToken, expires: new Date(9e12) })
    await adapter.deleteSession(given.sessionToken)
    expect(endpoint.requests).toEqual(["EVALSHA", "EVALSHA", "EVALSHA"])
  })

  test("scripts are loaded again after SCRIPT FLUSH", async () => {
    const adapter = open()
    const { session } = await signIn(adapter)
    await command(server.port, "SCRIPT", "FLUSH")
    expect(await adapter.getSessionAndUser(session.sessionToken)).not.toBeNull()
    await command(server.port, "SCRIPT", "FLUSH")
    expect(await adapter.deleteSession(session.sessionToken)).not.toBeNull()
  })
})

describe("settings of the client", () => {
  const texts = ["12", "null", "true", '"quoted"', '{"a":1}', "\ufeffmark", "1e400"]

  test.each([
    ["defaults", {}],
    ["automaticDeserialization: false", { automaticDeserialization: false }],
    ["enableAutoPipelining", { enableAutoPipelining: true }],
    ["responseEncoding: false", { responseEncoding: false }],
    ["readYourWrites: false", { readYourWrites: false }],
    ["a cache", { cache: "force-cache" }],
    ["an aborted signal", { signal: AbortSignal.abort() }],
  ] as const)("texts that look like JSON stay texts with %s", async (_, settings) => {
    const adapter = open(settings as Settings)
    for (const text of texts) {
      const user = await adapter.createUser({ ...someone(), name: text })
      expect((await adapter.getUser(user.id))?.name).toBe(text)
      const token = { ...someToken(), identifier: text }
      await adapter.createVerificationToken(token)
      expect((await adapter.useVerificationToken(token))?.identifier).toBe(text)
      await adapter.createSession({ ...someSession(user.id), sessionToken: text })
    }
    const page = await upkeep(adapter)?.page("session")
    expect(page?.rows.map(({ sessionToken }) => sessionToken)).toEqual(texts.toSorted())
  })

  test.each([
    ["nothing", undefined, "upstashAdapter takes a Redis of @upstash/redis"],
    ["an ioredis client", { call() {}, evalsha() {} }, "upstashAdapter takes a Redis of @upstash/redis"],
    ["a requester", () => new Redis({ request: async () => ({}) } as never), "made with a url and a token"],
    ["no url", () => new Redis({ token: "x" } as never), "no url or no token"],
    ["no token", () => new Redis({ url: "http://localhost" } as never), "no url or no token"],
  ])("%s is refused", (_, given, message) => {
    const client = typeof given === "function" ? given() : given
    expect(() => upstashAdapter(client as never)).toThrow(message)
  })

  test("SEC-T22 the database is named by the host of its requests", async () => {
    const place = await internals(open())?.readPlace?.()
    expect(place).toBe(new URL(endpoint.url).host)
  })

  test("durability is refused", () => {
    expect(() => upstashAdapter(clientOf(), { durability: "replicated" } as never)).toThrow("remove it")
  })
})

describe("failures", () => {
  const proxies: { close(): Promise<void> }[] = []
  const throughProxy = async (settings?: Settings) => {
    const proxy = await startProxy(endpoint.port)
    proxies.push(proxy)
    return { proxy, adapter: open({ url: `http://127.0.0.1:${proxy.port}`, ...settings }) }
  }
  afterEach(async () => {
    await Promise.all(proxies.splice(0).map((proxy) => proxy.close()))
  })

  test.each([
    ["the client's defaults", {}],
    ["retry: false", { retry: false }],
    ["retry: { retries: 5 }", { retry: { retries: 5 } }],
  ] as const)(
    "a write whose answer is lost is applied once and indeterminate, with %s",
    async (_, settings) => {
      const { proxy, adapter } = await throughProxy(settings as Settings)
      const { session } = await signIn(adapter)
      // The server must have every script: otherwise, the lost answer only asks for its text.
      await adapter.useVerificationToken(await adapter.createVerificationToken(someToken()))
      const losing = async (call: () => Promise<unknown>) => {
        proxy.loseAnswer((sent) => sent.includes("EVALSHA"))
        await failure(call(), "indeterminate")
      }
      const given = someone()
      await losing(() => adapter.createUser(given))
      expect((await adapter.getUserByEmail(given.email))?.email).toBe(given.email)
      const token = await adapter.createVerificationToken(someToken())
      endpoint.requests.length = 0
      await losing(() => adapter.useVerificationToken(token))
      expect(endpoint.requests).toEqual(["EVALSHA"])
      expect(await adapter.useVerificationToken(token)).toBeNull()
      await losing(() => adapter.deleteSession(session.sessionToken))
      expect(await adapter.getSessionAndUser(session.sessionToken)).toBeNull()
    },
  )

  test("a lookup whose answer is lost is repeated", async () => {
    const { proxy, adapter } = await throughProxy()
    const { user, session } = await signIn(adapter)
    expect((await adapter.getSessionAndUser(session.sessionToken))?.user.id).toBe(user.id)
    proxy.loseAnswer()
    expect((await adapter.getSessionAndUser(session.sessionToken))?.user.id).toBe(user.id)
  })

  test.each([
    ["a status of 500", 500, '{"error":"ERR internal"}', "indeterminate"],
    ["a gateway's page", 502, "<html>Bad Gateway</html>", "indeterminate"],
    ["an answer that is cut", 200, '{"resu', "indeterminate"],
    ["an answer without a result", 200, "{}", "indeterminate"],
    ["a refused token", 401, '{"error":"WRONGPASS invalid or missing auth token"}', "unavailable"],
    ["a read-only token", 400, '{"error":"NOPERM this user has no permissions"}', "unavailable"],
    ["a used-up plan", 400, '{"error":"ERR max requests limit exceeded. Limit: 1"}', "unavailable"],
    ["a full database", 400, '{"error":"ERR DB capacity quota exceeded"}', "unavailable"],
    ["a large request", 413, '{"error":"ERR max request size exceeded"}', "invalid"],
  ] as const)("a write ends after %s", async (_, status, body, code) => {
    const adapter = open()
    await signIn(adapter)
    endpoint.answerNext(status, body)
    const error = await failure(adapter.createUser(someone()), code)
    expect(`${error.message} ${error.cause}`).not.toContain("example.com")
  })

  test("a request that was refused by a rate limit, and a lookup that met a status of 500, are repeated", async () => {
    const adapter = open()
    const { session } = await signIn(adapter)
    endpoint.answerNext(429, '{"error":"Too many requests"}')
    expect(await adapter.createUser(someone())).toBeDefined()
    endpoint.answerNext(500, "")
    expect(await adapter.getSessionAndUser(session.sessionToken)).not.toBeNull()
  })

  test("calls fail as unavailable if nothing listens at the address", async () => {
    const { proxy, adapter } = await throughProxy()
    await proxy.close()
    const error = await failure(adapter.createUser(someone()), "unavailable")
    expect(error.message).toContain("Redis cannot be reached. No server accepts connections")
  })

  test("a call ends at its deadline", async () => {
    const { proxy } = await throughProxy()
    const client = clientOf({ url: `http://127.0.0.1:${proxy.port}` })
    const adapter = upstashAdapter(client, { prefix: crypto.randomUUID(), timeoutSeconds: 0.5 })
    const { session } = await signIn(adapter)
    proxy.freeze()
    await failure(adapter.getSessionAndUser(session.sessionToken), "transient")
    await failure(adapter.deleteSession(session.sessionToken), "indeterminate")
    proxy.thaw()
    expect(await adapter.getSessionAndUser(session.sessionToken)).not.toBeNull()
  })

  test("data of another program under the prefix is reported, never read as absent", async () => {
    const prefix = crypto.randomUUID()
    const adapter = upstashAdapter(clientOf(), { prefix })
    await command(server.port, "SET", `${prefix}:u:{x}`, "foreign")
    await failure(adapter.getUser("x"), "corrupt")
  })

  test("SEC-N8 a database that evicts keys is refused", async () => {
    const own = await startRedis(["--maxmemory-policy", "allkeys-lru"])
    const { url, token, close } = await startUpstash(own.port)
    const adapter = upstashAdapter(new Redis({ url, token }))
    expect((await failure(adapter.getUser("x"), "unavailable")).message).toContain("set it to noeviction")
    await close()
    await own.close()
  })
})
