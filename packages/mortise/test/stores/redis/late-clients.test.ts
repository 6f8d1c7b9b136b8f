import { describe, expect, test } from "vitest"
import { startRedis } from "../../../../workshop/src/servers/redis.ts"
import { MortiseError } from "../../../src/index.ts"
import { failure } from "../../support/failure.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { signIn, someone } from "../../support/people.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { Cluster, Redis } = await import("ioredis")
const { createClient } = await import("redis")
const { Redis: UpstashRedis } = await import("@upstash/redis")
const { startUpstash } = await import("../../../../workshop/src/redis/upstash-endpoint.ts")
const { ioredisAdapter } = await import("../../../src/stores/redis/drivers/ioredis/ioredis-adapter.ts")
const { redisAdapter } = await import("../../../src/stores/redis/drivers/redis/redis-adapter.ts")
const { upstashAdapter } = await import("../../../src/stores/redis/drivers/upstash/upstash-adapter.ts")

const server = openForTests(startRedis)
const endpoint = openForTests(() => startUpstash(server.port))

/** An adapter whose function counts its calls. */
const libraries = {
  ioredis(onCall: () => void, prefix: string) {
    const client = new Redis(server.port)
    const open = () => {
      onCall()
      return client
    }
    const adapter = ioredisAdapter(open, { prefix })
    return { adapter, close: async () => client.disconnect() }
  },
  redis(onCall: () => void, prefix: string) {
    const client = createClient({ url: `redis://127.0.0.1:${server.port}` })
    const open = async () => {
      onCall()
      return client.isOpen ? client : client.connect()
    }
    return { adapter: redisAdapter(open, { prefix }), close: async () => client.destroy() }
  },
  "@upstash/redis"(onCall: () => void, prefix: string) {
    const client = new UpstashRedis({ url: endpoint.url, token: endpoint.token })
    const open = async () => {
      onCall()
      return client
    }
    const adapter = upstashAdapter(open, { prefix })
    return { adapter, close: async () => {} }
  },
}

describe.each(Object.entries(libraries))("a function that returns a client of %s", (_, open) => {
  test("is called at each command, and not before", async () => {
    let calls = 0
    const { adapter, close } = open(() => calls++, crypto.randomUUID())
    expect(calls).toBe(0)
    const { user, session } = await signIn(adapter)
    const before = calls
    expect((await adapter.getUser(user.id))?.id).toBe(user.id)
    expect((await adapter.getSessionAndUser(session.sessionToken))?.user.id).toBe(user.id)
    expect(calls).toBe(before + 2)
    await close()
  })
})

test("calls share neither lookups nor the first check of the server", async () => {
  const client = new UpstashRedis({ url: endpoint.url, token: endpoint.token })
  const prefix = crypto.randomUUID()
  const { session } = await signIn(upstashAdapter(client, { prefix }))
  const adapter = upstashAdapter(() => client, { prefix })
  const look = () => adapter.getSessionAndUser(session.sessionToken)
  await upstashAdapter(client, { prefix }).getSessionAndUser(session.sessionToken)
  endpoint.requests.length = 0
  await Promise.all([look(), look(), look()])
  expect(endpoint.requests.toSorted()).toEqual(["EVALSHA", "EVALSHA", "EVALSHA", "INFO", "INFO", "INFO"])
  endpoint.requests.length = 0
  await Promise.all([look(), look(), look()])
  expect(endpoint.requests).toEqual(["EVALSHA", "EVALSHA", "EVALSHA"])
})

test("a server that evicts keys is refused at every call", async () => {
  const own = await startRedis(["--maxmemory-policy", "allkeys-lru"])
  const client = new Redis(own.port)
  const adapter = ioredisAdapter(() => client)
  for (let nth = 0; nth < 2; nth++)
    expect((await failure(adapter.getUser("x"), "unavailable")).message).toContain("set it to noeviction")
  client.disconnect()
  await own.close()
})

test("an error of the function ends the call as unavailable, or as the MortiseError that it is", async () => {
  const given = ioredisAdapter(() => {
    throw new Error("canary-4711")
  })
  expect((await failure(given.getUser("x"), "unavailable")).message).toContain(
    "passed to ioredisAdapter threw",
  )
  const own = ioredisAdapter(async () => {
    throw new MortiseError("unavailable", "There is no binding.")
  })
  expect((await failure(own.createUser(someone()), "unavailable")).message).toBe("There is no binding.")
})

test("a Cluster, and what is no client, are refused", async () => {
  const cluster = new Cluster([{ host: "127.0.0.1", port: 1 }], { lazyConnect: true })
  const late = ioredisAdapter(() => cluster)
  expect((await failure(late.getUser("x"), "invalid")).message).toContain(
    "pass the client to ioredisAdapter itself",
  )
  await failure(ioredisAdapter(() => ({}) as never).getUser("x"), "invalid")
})
