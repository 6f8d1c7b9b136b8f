import { ioredisAdapter } from "../../packages/mortise/src/stores/redis/drivers/ioredis/ioredis-adapter.ts"
import { loadIoredis } from "../../packages/workshop/src/redis/load-clients.ts"
import type { Place } from "./store.ts"

/** Keys with a new prefix on a Redis server. Other keys are not touched. */
export async function redisPlace(url: string, prefix: string): Promise<Place> {
  const { Redis } = await loadIoredis()
  return {
    adapterName: "mortise/ioredis",
    async connect({ now, onStatement }) {
      const client = new Redis(url, { lazyConnect: true })
      // A call that fails is reported itself.
      client.on("error", () => {})
      await client.connect()
      const onCommand = (command: string, script = "") => onStatement(`${command}\n${script}`.trim())
      return {
        adapter: ioredisAdapter(client, { prefix, now, onCommand }),
        close: async () => client.disconnect(),
      }
    },
    remove: () => removeKeys(url, `${prefix}:`),
  }
}

/** Deletes all keys that start with a text. */
export async function removeKeys(url: string, start: string): Promise<void> {
  const { Redis } = await loadIoredis()
  const client = new Redis(url)
  client.on("error", () => {})
  let cursor = "0"
  do {
    const scan = await client.call("SCAN", cursor, "MATCH", `${start}*`, "COUNT", "1000")
    const [next, keys] = scan as [string, string[]]
    if (keys.length > 0) await client.call("UNLINK", ...keys)
    cursor = next
  } while (cursor !== "0")
  client.disconnect()
}
