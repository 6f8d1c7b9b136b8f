import type { Adapter } from "../../../contract/adapter.ts"
import { MortiseError } from "../../../contract/errors.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import { perClient } from "../../../shared/per-client.ts"
import type { RedisConnection } from "../connection.ts"
import { evaluateOn } from "../evaluate-on.ts"
import { createRedisAdapter, type RedisOptions } from "../redis-adapter.ts"

/** The part of a `Redis` of ioredis that Mortise uses. */
export type IoredisClient = {
  call(command: string, ...args: string[]): Promise<unknown>
  duplicate(override?: object): object
  disconnect(): void
  once(event: "end", listener: () => void): unknown
  readonly options: { readonly keyPrefix?: string | undefined }
  readonly isCluster?: boolean
}

/** The options of `ioredisAdapter`. */
export type IoredisOptions<X extends ExtraFields = object> = RedisOptions<X>

const connectionOf = perClient((client: IoredisClient): RedisConnection => {
  checkClient(client)
  let writer: IoredisClient | undefined
  // ioredis sends a command again when its answer was lost, which would apply a write twice. Hence writes use a second
  // connection that never does. It ends with the client.
  const writing = (): IoredisClient => {
    if (writer) return writer
    writer = client.duplicate({ maxRetriesPerRequest: 0 }) as IoredisClient
    ;(writer as unknown as { on(event: "error", listener: () => void): void }).on("error", () => {})
    client.once("end", () => writer?.disconnect())
    return writer
  }
  return {
    evaluate: (script, keys, args) => {
      const on = script.isWrite ? writing() : client
      return evaluateOn((...command) => on.call(...command), script, keys, args)
    },
    nextId: async (key) => String(await writing().call("INCR", key)),
    read: (command, ...args) => client.call(command, ...args),
  }
})

function checkClient(client: IoredisClient): void {
  const given = Object(client) as Partial<IoredisClient>
  const refuse = (message: string): never => {
    throw new MortiseError("invalid", message)
  }
  if (typeof given.call !== "function" || typeof given.duplicate !== "function")
    refuse("ioredisAdapter takes a Redis of ioredis: ioredisAdapter(new Redis()).")
  if (given.isCluster)
    refuse("ioredisAdapter does not support Redis Cluster yet: pass a Redis, or one with sentinels.")
  if (given.options?.keyPrefix)
    refuse(
      "`keyPrefix` of ioredis does not reach all keys of a script: remove it, and use the option `prefix`.",
    )
}

/**
 * Makes an adapter for Redis through `ioredis`: a single server, or Sentinel.
 *
 * @example
 * ```ts no-run: needs a server
 * import { Redis } from "ioredis"
 * import { ioredisAdapter } from "mortise/ioredis"
 *
 * const adapter = ioredisAdapter(new Redis())
 * ```
 */
export const ioredisAdapter = <X extends ExtraFields = object>(
  client: IoredisClient,
  options?: IoredisOptions<X>,
): Adapter<X> => createRedisAdapter("ioredisAdapter", connectionOf(client), options)
