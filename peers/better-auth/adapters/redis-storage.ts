import { redisStorage } from "@better-auth/redis-storage"
import { Redis } from "ioredis"
import type { OpenClient } from "../open-on.ts"

export async function onRedis(url: string): Promise<OpenClient> {
  const client = new Redis(url)
  // Without a listener, ioredis prints every failed connection.
  client.on("error", () => {})
  return { storage: redisStorage({ client }), close: async () => client.disconnect() }
}
