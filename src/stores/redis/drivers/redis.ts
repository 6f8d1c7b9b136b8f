import type { Adapter } from "../../../contract/adapter.ts"
import { MortiseError } from "../../../contract/errors.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import { perClient } from "../../../shared/per-client.ts"
import type { RedisConnection } from "../connection.ts"
import { evaluateOn } from "../evaluate-on.ts"
import { createRedisAdapter, type RedisOptions } from "../redis-adapter.ts"
import { type Connecting, whenReady } from "../when-ready.ts"

type Node = { sendCommand(args: string[], options?: object): Promise<unknown> }

/** The part of a client of `redis` (node-redis) that Mortise uses. */
export type NodeRedisClient = Connecting & Node & { readonly isOpen: boolean; readonly isReady: boolean }

/** The part of a client of `createSentinel` that Mortise uses. */
export type NodeRedisSentinel = {
  getMasterNode(): unknown
  _execute<T>(isReadonly: boolean | undefined, run: (node: Node) => Promise<T>): Promise<T>
}

/** The part of a client of `createCluster` that Mortise uses. */
export type NodeRedisCluster = {
  readonly masters: readonly unknown[]
  nodeClient(node: never): unknown
  sendCommand(
    key: string | undefined,
    isReadonly: boolean,
    args: string[],
    options?: object,
  ): Promise<unknown>
}

/** The options of `redisAdapter`. */
export type NodeRedisOptions<X extends ExtraFields = object> = RedisOptions<X>

type Send = (key: string | undefined, command: string[]) => Promise<unknown>

// Replies as text, whatever types the client maps them to. A command that waits longer to be sent is not sent.
const plain = () => ({ typeMapping: {}, timeout: 1_000 })

const connectionOf = perClient(
  (client: NodeRedisClient | NodeRedisSentinel | NodeRedisCluster): RedisConnection => {
    const given = Object(client) as object
    const isCluster = "nodeClient" in given && "masters" in given
    const send: Send = isCluster
      ? (key, command) => (client as NodeRedisCluster).sendCommand(key, false, command, plain())
      : "getMasterNode" in given && "_execute" in given
        ? sentinelSender(client as NodeRedisSentinel)
        : singleSender(client as NodeRedisClient)
    const info = async () => {
      if (!isCluster) return [await send(undefined, ["INFO"])] as string[]
      const { masters, nodeClient } = client as NodeRedisCluster
      const nodes = await Promise.all(masters.map((node) => nodeClient.call(client as never, node as never)))
      return (await Promise.all(
        nodes.map((node) => (node as Node).sendCommand(["INFO"], plain())),
      )) as string[]
    }
    const run = (command: string, ...args: readonly string[]) => send(args[0], [command, ...args])
    return {
      evaluate: (script, keys, args) =>
        evaluateOn((...command) => send(keys[0], command), script, keys, args),
      read: run,
      write: run,
      info,
      isCluster,
    }
  },
)

function singleSender(client: NodeRedisClient): Send {
  const { sendCommand, isReady } = Object(client) as Partial<NodeRedisClient>
  if (typeof sendCommand !== "function" || typeof isReady !== "boolean")
    throw new MortiseError(
      "invalid",
      "redisAdapter takes a client of createClient, createSentinel or createCluster: redisAdapter(await createClient().connect()).",
    )
  return async (_, command) => {
    // A client that is closed refuses the command.
    if (client.isOpen && !client.isReady) await whenReady(client, ["end"])
    return client.sendCommand(command, { typeMapping: {} })
  }
}

/** A client of Sentinel repeats a command whose answer was lost; this refuses to send it again. */
const sentinelSender =
  (client: NodeRedisSentinel): Send =>
  async (_, command) => {
    let first: unknown
    return client._execute(false, async (node) => {
      if (first !== undefined) throw first
      return node.sendCommand(command, plain()).catch((error: Error) => {
        // This reply means that nothing was applied.
        if (!error.message.startsWith("READONLY")) first = error
        throw error
      })
    })
  }

/**
 * Makes an adapter for Redis through `redis` (node-redis): a single server, Sentinel, or a Cluster. The client must be
 * connected.
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
  client: NodeRedisClient | NodeRedisSentinel | NodeRedisCluster,
  options?: NodeRedisOptions<X>,
): Adapter<X> => createRedisAdapter("redisAdapter", connectionOf(client), options)
