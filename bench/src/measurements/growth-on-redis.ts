import { Redis } from "ioredis"
import { extras } from "mortise"
import { ioredisAdapter } from "mortise/ioredis"
import { type RedisServer, startRedis } from "../../../packages/workshop/src/servers/redis.ts"
import type { Server } from "../../../packages/workshop/src/servers/server.ts"
import type { Entry } from "../contestants/on-server.ts"
import { personOf } from "./filling.ts"

/** A server for each population: a Redis server has no databases with rows of their own. */
export async function openRedisServers(): Promise<Server> {
  const started: RedisServer[] = []
  return {
    async database() {
      const server = await startRedis()
      started.push(server)
      return `redis://127.0.0.1:${server.port}`
    },
    async close() {
      for (const server of started) await server.close()
    },
  }
}

export const oursIoredis: Entry = {
  name: "mortise/ioredis",
  async open(url) {
    const client = new Redis(url)
    return { adapter: ioredisAdapter(client), close: async () => client.disconnect() }
  },
}

const callers = 64

/** The rows of the other engines, through the adapter. */
export async function fillRedis(url: string, rows: number): Promise<void> {
  const client = new Redis(url)
  const { signUp } = extras(ioredisAdapter(client))
  let next = 1
  const caller = async (): Promise<void> => {
    while (next <= rows) await signUp(personOf(next++))
  }
  await Promise.all(Array.from({ length: callers }, caller))
  client.disconnect()
}
