import { UnstorageAdapter } from "@auth/unstorage-adapter"
import { UpstashRedisAdapter } from "@auth/upstash-redis-adapter"
import { Redis } from "ioredis"
import { ioredisAdapter } from "mortise/ioredis"
import { redisAdapter } from "mortise/redis"
import { createClient } from "redis"
import { createStorage } from "unstorage"
import redisDriver from "unstorage/drivers/redis"
import { type RedisServer, startRedis } from "../../../packages/workshop/src/servers/redis.ts"
import { command } from "../../../packages/workshop/src/servers/redis-command.ts"
import type { Contestant, Engine, Measured } from "../contestant.ts"
import { packedScript, twoGets } from "./redis-limit.ts"

type Opened = { readonly adapter: unknown; close(): Promise<unknown> }

/** A contestant, and how it opens an adapter on a server. */
type OnRedis = Omit<Contestant, "open"> & { open(server: RedisServer): Promise<Opened> }

/** For plain code, which has the session lookup only. */
const lookups = { only: ["getSessionAndUser"] }

const onIoredis = (make: (client: Redis) => unknown) => async (server: RedisServer) => {
  const client = new Redis(server.port)
  return { adapter: make(client), close: async () => client.disconnect() }
}

const connected = async ({ port }: RedisServer) => {
  const client = createClient({ url: `redis://127.0.0.1:${port}` })
  await client.connect()
  return client
}

/** The part of an @upstash/redis client that its adapter uses, over ioredis. */
const asUpstash = (client: Redis) => ({
  get: async (key: string) => JSON.parse((await client.get(key)) ?? "null"),
  set: (key: string, value: unknown) =>
    client.set(key, typeof value === "string" && /^[{[]/.test(value) ? value : JSON.stringify(value)),
  del: (...keys: string[]) => client.del(...keys),
})

const all: readonly [OnRedis, ...OnRedis[]] = [
  { name: "limit (one packed script, batched)", ...lookups, open: onIoredis(packedScript) },
  { name: "mortise/ioredis", besideLimit: true, open: onIoredis((client) => ioredisAdapter(client)) },
  {
    name: "mortise/redis",
    async open(server) {
      const client = await connected(server)
      return { adapter: redisAdapter(client), close: async () => client.destroy() }
    },
  },
  { name: "two GETs, ioredis", ...lookups, open: onIoredis(twoGets) },
  {
    name: "two GETs, redis",
    ...lookups,
    async open(server) {
      const client = await connected(server)
      return { adapter: twoGets(client), close: async () => client.destroy() }
    },
  },
  {
    name: "@auth/upstash-redis-adapter over ioredis",
    open: onIoredis((client) => UpstashRedisAdapter(asUpstash(client) as never)),
  },
  {
    name: "@auth/unstorage-adapter on Redis",
    async open({ port }) {
      const storage = createStorage({ driver: redisDriver({ base: "bench", host: "127.0.0.1", port }) })
      return { adapter: UnstorageAdapter(storage), close: () => storage.dispose() }
    },
  },
]

/** Every contestant starts its own server, so that none sees another's keys. */
export function redisContestants(start: () => Promise<RedisServer>): [Contestant, ...Contestant[]] {
  const contestantOf = ({ open, ...about }: OnRedis): Contestant => ({
    ...about,
    async open() {
      const server = await start()
      const { adapter, close } = await open(server)
      const end = async () => {
        await close()
        await server.close()
      }
      return { adapter: adapter as Measured, close: end }
    },
  })
  const [limit, ...others] = all
  return [contestantOf(limit), ...others.map(contestantOf)]
}

export const redis: Engine = {
  name: "redis",
  about:
    "A server for each on the loopback interface, without a disk, and one connection. The limit is a hand-written script that reads packed rows for half of the lookups, with two scripts in flight, and validates nothing: it reads two strings, where the store reads fields of two hashes to see that the user still exists and owns the session.",
  only: ["getSessionAndUser"],
  async open() {
    const server = await startRedis()
    const version = /redis_version:(\S+)/.exec(await command(server.port, "INFO", "server"))?.[1]
    await server.close()
    return { contestants: redisContestants(startRedis), version: `Redis ${version}`, close: async () => {} }
  },
}
