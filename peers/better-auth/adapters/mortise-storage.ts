import { Redis } from "ioredis"
import { mortiseStorage } from "../../../packages/mortise/src/better-auth/index.ts"
import { ioredisAdapter } from "../../../packages/mortise/src/stores/redis/drivers/ioredis/ioredis-adapter.ts"
import type { OpenClient } from "../open-on.ts"

export async function onRedis(url: string): Promise<OpenClient> {
  const client = new Redis(url)
  // Without a listener, ioredis prints every failed connection.
  client.on("error", () => {})
  return { storage: mortiseStorage(ioredisAdapter(client)), close: async () => client.disconnect() }
}
