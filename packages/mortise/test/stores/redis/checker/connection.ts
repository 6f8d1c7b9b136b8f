import { Redis } from "ioredis"
import type { RedisConnection } from "../../../../src/stores/redis/connection/connection.ts"
import { evaluateOn } from "../../../../src/stores/redis/scripts/script.ts"

/** A plain connection for the checker, which sends one command at a time and loses none. */
export function connectionFor(port: number): { connection: RedisConnection; close(): void } {
  const client = new Redis(port)
  const send = (...command: [string, ...string[]]) => client.call(...command)
  const connection: RedisConnection = {
    evaluate: (...args) => evaluateOn(send, ...args),
    read: send,
    write: send,
    awaitReplica: async () => 1,
    primaries: async () => [],
    isCluster: true,
  }
  return { connection, close: () => client.disconnect() }
}
