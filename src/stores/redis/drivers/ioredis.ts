import type { Adapter } from "../../../contract/adapter.ts"
import { MortiseError } from "../../../contract/errors.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import { perClient } from "../../../shared/per-client.ts"
import type { RedisConnection } from "../connection.ts"
import { evaluateOn } from "../evaluate-on.ts"
import { createRedisAdapter, type RedisOptions } from "../redis-adapter.ts"
import { type Connecting, whenReady } from "../when-ready.ts"

/** The part of a `Redis` of ioredis that Mortise uses. */
export type IoredisClient = Connecting & {
  call(command: string, ...args: string[]): Promise<unknown>
  duplicate(override?: object): object
  disconnect(): void
  on(event: "error", listener: () => void): unknown
  readonly status: string
  readonly options: { readonly keyPrefix?: string | undefined }
  readonly isCluster?: boolean
}

/** The options of `ioredisAdapter`. */
export type IoredisOptions<X extends ExtraFields = object> = RedisOptions<X>

const connectionOf = perClient((client: IoredisClient): RedisConnection => {
  checkClient(client)
  const write = writerOf(client)
  const read = (...command: [string, ...string[]]) => client.call(...command)
  return {
    evaluate: (script, keys, args) => evaluateOn(script.isWrite ? write : read, script, keys, args),
    nextId: async (key) => String(await write("INCR", key)),
    read,
  }
})

/**
 * Sends commands through a second connection. ioredis sends a command again if its answer was lost, and would apply a
 * write twice; this connection never does. It opens with the first write and ends with the client.
 */
function writerOf(client: IoredisClient): (...command: [string, ...string[]]) => Promise<unknown> {
  let writer: IoredisClient | undefined
  const open = (): IoredisClient => {
    const opened = client.duplicate({ maxRetriesPerRequest: 0, enableOfflineQueue: false }) as IoredisClient
    opened.on("error", () => {})
    client.once("end", () => {
      opened.disconnect()
      writer = undefined
    })
    return opened
  }
  return async (...command) => {
    if (client.status === "end") throw new Error("Connection is closed.")
    writer ??= open()
    if (writer.status !== "ready") await whenReady(writer, ["close", "end"])
    return writer.call(...command)
  }
}

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
