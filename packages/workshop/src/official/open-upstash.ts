import { authjsKeyValueStore } from "../../../mortise/src/transfer/index.ts"
import type { Backend } from "../adapters/backend.ts"
import { rowsOf } from "../adapters/rows-of.ts"
import { loadIoredis, loadUpstash, type UpstashClient } from "../redis/load-clients.ts"

/** @auth/upstash-redis-adapter on a Redis server, with a prefix for all keys. */
export async function connectUpstash(url: string, baseKeyPrefix: string): Promise<Backend> {
  const [{ Redis }, UpstashRedisAdapter] = [await loadIoredis(), await loadUpstash()]
  const client = new Redis(url)
  client.on("error", () => {})
  return {
    adapter: UpstashRedisAdapter(
      overIoredis((...command) => client.call(...command)),
      { baseKeyPrefix },
    ),
    // A reader scans the keys once, so each call needs a new one.
    rows: (model) => rowsOf(authjsKeyValueStore(client as never, { baseKeyPrefix }) as never)(model),
    close: async () => client.disconnect(),
  }
}

/** The client of Upstash sends the same commands over HTTP, and parses JSON when it reads. */
const overIoredis = (send: (...command: [string, ...string[]]) => Promise<unknown>): UpstashClient => ({
  async get(key) {
    const value = await send("GET", key)
    return typeof value === "string" && value.startsWith("{") ? JSON.parse(value) : value
  },
  set: (key, value) => send("SET", key, String(value)),
  del: (...keys) => send("DEL", ...keys),
})
