import { Redis } from "ioredis"
import { Redis as Redis6 } from "ioredis-6"
import { createClient } from "redis"
import { createClient as createClient5 } from "redis-5"
import type { Adapter } from "../../../src/index.ts"
import { ioredisAdapter } from "../../../src/stores/redis/drivers/ioredis.ts"
import { redisAdapter } from "../../../src/stores/redis/drivers/redis.ts"
import type { RedisOptions } from "../../../src/stores/redis/redis-adapter.ts"
import type { RedisSentinel } from "../../servers/redis-sentinel.ts"

/** A client of a server, and the adapters on it. */
export type Connected = {
  adapter(options?: RedisOptions): Adapter
  close(): Promise<unknown>
}

/** A client library. */
export type ClientLibrary = { readonly name: string; connect(port: number): Promise<Connected> }

const overIoredis = (client: Redis | Redis6): Connected => {
  client.on("error", () => {})
  return {
    adapter: (options) => ioredisAdapter(client, options),
    close: async () => client.disconnect(),
  }
}

export const libraries: readonly ClientLibrary[] = [
  { name: "ioredis 5", connect: async (port) => overIoredis(new Redis(port)) },
  { name: "ioredis 6", connect: async (port) => overIoredis(new Redis6(port)) },
  {
    name: "redis 5",
    async connect(port) {
      const client = createClient5({ url: `redis://127.0.0.1:${port}` })
      client.on("error", () => {})
      await client.connect()
      return {
        adapter: (options) => redisAdapter(client, options),
        close: async () => client.isOpen && client.destroy(),
      }
    },
  },
  {
    name: "redis 6",
    async connect(port) {
      const client = createClient({ url: `redis://127.0.0.1:${port}` })
      client.on("error", () => {})
      await client.connect()
      return {
        adapter: (options) => redisAdapter(client, options),
        close: async () => client.isOpen && client.destroy(),
      }
    },
  },
]

const sentinelOptions = ({ sentinels, name }: RedisSentinel) => ({ sentinels: [...sentinels], name })

/** Client libraries that find their primary through Sentinel. */
export const sentinelLibraries: readonly { name: string; connect(started: RedisSentinel): Connected }[] = [
  { name: "ioredis 5", connect: (started) => overIoredis(new Redis(sentinelOptions(started))) },
  { name: "ioredis 6", connect: (started) => overIoredis(new Redis6(sentinelOptions(started))) },
]
