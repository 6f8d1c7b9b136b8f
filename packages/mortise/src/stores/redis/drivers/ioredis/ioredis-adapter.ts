import type { MortiseAdapter } from "../../../../contract/adapter.ts"
import type { ExtraFields } from "../../../../contract/schema.ts"
import type { Tenanted } from "../../../../contract/tenants.ts"
import { throwInvalid } from "../../../../contract/throw-invalid.ts"
import type { ClientSource } from "../../../../shared/client-source.ts"
import { perClient } from "../../../../shared/per-client.ts"
import type { RedisDriver } from "../../connection/connection.ts"
import { createSourceDriver } from "../../connection/late-driver.ts"
import { whenReady } from "../../connection/when-ready.ts"
import { createRedisAdapter, type RedisOptions } from "../../create-redis-adapter.ts"
import { evaluateOn } from "../../scripts/script.ts"
import { createWriter, type IoredisClient } from "./ioredis-writer.ts"

export type { IoredisClient } from "./ioredis-writer.ts"

/** The options of `ioredisAdapter`. */
export type IoredisOptions<X extends ExtraFields = object, Tenants extends boolean = false> = RedisOptions<
  X,
  Tenants
>

const getDriver = perClient((client: IoredisClient): RedisDriver => {
  checkClient(client)
  const writerFor = createWriter(client)
  const ready = async (): Promise<void> => {
    if (client.status === "end") throw new Error("Connection is closed.")
    // With `lazyConnect`, the client waits for a first command. It reports a failure by an event.
    if (client.status === "wait") client.connect().catch(() => {})
    if (client.status !== "ready") await whenReady(client, ["end"])
  }
  const connection: RedisDriver["connection"] = (sending) => {
    const { write, awaitReplica } = writerFor(sending)
    // A client that is not connected would queue the command; a Cluster would do so without a limit.
    const readDirectly = (...command: [string, ...string[]]): Promise<unknown> => {
      if (client.status !== "ready") return ready().then(() => readDirectly(...command))
      sending?.onSend()
      return client.call(...command)
    }
    // While a slot moves, a pipeline of a Cluster may read keys at a node that does not have them yet.
    const read = client.isCluster && client.options.enableAutoPipelining ? write : readDirectly
    return {
      evaluate: (script, keys, args) => evaluateOn(script.isWrite ? write : read, script, keys, args),
      read,
      write,
      awaitReplica,
      primaries: async () => {
        await ready()
        const nodes = client.nodes?.("master") ?? [client]
        return nodes.map((node) => async (...command) => {
          sending?.onSend()
          return node.call(...command)
        })
      },
      isCluster: client.isCluster,
    }
  }
  return { connection, isCluster: client.isCluster }
})

function checkClient(client: IoredisClient): void {
  const candidate = Object(client) as Partial<IoredisClient>
  if (typeof candidate.call !== "function" || typeof candidate.duplicate !== "function")
    throwInvalid("ioredisAdapter takes a Redis or a Cluster of ioredis: ioredisAdapter(new Redis()).")
  const { keyPrefix, role, scaleReads, redisOptions } = candidate.options ?? {}
  if (keyPrefix || redisOptions?.keyPrefix)
    throwInvalid(
      "`keyPrefix` of ioredis does not reach all keys of a script: remove it, and use the option `prefix`.",
    )
  if (role === "slave" || (scaleReads !== undefined && scaleReads !== "master"))
    throwInvalid(
      "A replica may not have the last change of a session yet: remove `scaleReads` and `role` from the client.",
    )
}

/**
 * Makes an adapter for Redis through `ioredis`: a single server, Sentinel, or a Cluster.
 *
 * @example
 * ```ts no-run: needs a server
 * import { Redis } from "ioredis"
 * import { ioredisAdapter } from "mortise/ioredis"
 *
 * const adapter = ioredisAdapter(new Redis())
 * ```
 */
export const ioredisAdapter = <X extends ExtraFields = object, Tenants extends boolean = false>(
  client: ClientSource<IoredisClient>,
  options?: IoredisOptions<X, Tenants>,
): Tenanted<Tenants, MortiseAdapter<X>> =>
  createRedisAdapter("ioredisAdapter", createSourceDriver("ioredisAdapter", getDriver, client), options)
