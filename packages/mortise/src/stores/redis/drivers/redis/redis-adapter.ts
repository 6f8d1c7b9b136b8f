import type { MortiseAdapter } from "../../../../contract/adapter.ts"
import type { ExtraFields } from "../../../../contract/schema.ts"
import type { Tenanted } from "../../../../contract/tenants.ts"
import type { ClientSource } from "../../../../shared/client-source.ts"
import { perClient } from "../../../../shared/per-client.ts"
import type { RedisDriver } from "../../connection/connection.ts"
import { replicaPatienceMs } from "../../connection/connection-layers.ts"
import { createSourceDriver } from "../../connection/late-driver.ts"
import { createRedisAdapter, type RedisOptions } from "../../create-redis-adapter.ts"
import { evaluateOn } from "../../scripts/script.ts"
import { createSender, type RedisClient } from "./node-redis-sender.ts"

export type { RedisOptions } from "../../create-redis-adapter.ts"
export type { RedisClient } from "./node-redis-sender.ts"

const getDriver = perClient((client: RedisClient): RedisDriver => {
  const sender = createSender(client)
  const { isCluster } = sender
  const connection: RedisDriver["connection"] = (sending) => {
    const send = (key: string | undefined, command: string[]) => sender.send(key, command, sending)
    const run = (command: string, ...args: readonly string[]) => send(args[0], [command, ...args])
    return {
      evaluate: (script, keys, args) =>
        evaluateOn((...command) => send(keys[0], command), script, keys, args),
      read: run,
      write: run,
      // The client sends all commands for a node through one connection, so WAIT covers the change before it.
      awaitReplica: async (key) => Number(await send(key, ["WAIT", "1", String(replicaPatienceMs)])),
      primaries: () => sender.primaries(sending),
      isCluster,
    }
  }
  return { connection, isCluster }
})

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
export const redisAdapter = <X extends ExtraFields = object, Tenants extends boolean = false>(
  client: ClientSource<RedisClient>,
  options?: RedisOptions<X, Tenants>,
): Tenanted<Tenants, MortiseAdapter<X>> =>
  createRedisAdapter("redisAdapter", createSourceDriver("redisAdapter", getDriver, client), options)
