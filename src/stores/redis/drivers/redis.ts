import type { Adapter } from "../../../contract/adapter.ts"
import { MortiseError } from "../../../contract/errors.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import { perClient } from "../../../shared/per-client.ts"
import type { RedisConnection } from "../connection.ts"
import { evaluateOn } from "../evaluate-on.ts"
import { createRedisAdapter, type RedisOptions } from "../redis-adapter.ts"
import { type Connecting, whenReady } from "../when-ready.ts"

/** The part of a client of `redis` (node-redis) that Mortise uses. */
export type NodeRedisClient = Connecting & {
  sendCommand(args: string[], options?: object): Promise<unknown>
  readonly isOpen: boolean
  readonly isReady: boolean
}

/** The options of `redisAdapter`. */
export type NodeRedisOptions<X extends ExtraFields = object> = RedisOptions<X>

// Replies as text, whatever types the client maps them to.
const plain = { typeMapping: {} }

const connectionOf = perClient((client: NodeRedisClient): RedisConnection => {
  const { sendCommand, isReady } = Object(client) as Partial<NodeRedisClient>
  // Clients of Sentinel and Cluster have no such member, and take other arguments.
  if (
    typeof sendCommand !== "function" ||
    typeof isReady !== "boolean" ||
    "slots" in client ||
    "sentinel" in client
  )
    throw new MortiseError(
      "invalid",
      "redisAdapter takes a client of a single server: redisAdapter(await createClient().connect()).",
    )
  const send = async (...command: string[]) => {
    // A client that is closed refuses the command.
    if (client.isOpen && !client.isReady) await whenReady(client, ["end"])
    return client.sendCommand(command, plain)
  }
  return {
    evaluate: (script, keys, args) => evaluateOn(send, script, keys, args),
    nextId: async (key) => String(await send("INCR", key)),
    read: (command, ...args) => send(command, ...args),
  }
})

/**
 * Makes an adapter for Redis through `redis` (node-redis). The client must be connected.
 *
 * @example
 * ```ts no-run: needs a server
 * import { createClient } from "redis"
 * import { redisAdapter } from "mortise/redis"
 *
 * const adapter = redisAdapter(await createClient().connect())
 * ```
 */
export const redisAdapter = <X extends ExtraFields = object>(
  client: NodeRedisClient,
  options?: NodeRedisOptions<X>,
): Adapter<X> => createRedisAdapter("redisAdapter", connectionOf(client), options)
