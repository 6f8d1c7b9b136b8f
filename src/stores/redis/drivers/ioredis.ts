import type { Adapter } from "../../../contract/adapter.ts"
import { MortiseError } from "../../../contract/errors.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import { perClient } from "../../../shared/per-client.ts"
import type { RedisConnection } from "../connection.ts"
import { evaluateOn } from "../evaluate-on.ts"
import { createRedisAdapter, type RedisOptions } from "../redis-adapter.ts"
import { type Connecting, whenReady } from "../when-ready.ts"

type Commands = { call(command: string, ...args: string[]): Promise<unknown> }

/** The part of a `Redis` or a `Cluster` of ioredis that Mortise uses. */
export type IoredisClient = Connecting &
  Commands & {
    duplicate(...overrides: never[]): object
    disconnect(): void
    on(event: "error", listener: () => void): unknown
    nodes?(role: "master"): readonly Commands[]
    readonly status: string
    readonly options: {
      readonly keyPrefix?: string | undefined
      readonly role?: string | undefined
      readonly scaleReads?: unknown
      readonly redisOptions?: { readonly keyPrefix?: string | undefined } | undefined
    }
    readonly isCluster: boolean
  }

/** The options of `ioredisAdapter`. */
export type IoredisOptions<X extends ExtraFields = object> = RedisOptions<X>

const connectionOf = perClient((client: IoredisClient): RedisConnection => {
  checkClient(client)
  const write = writerOf(client)
  const read = (...command: [string, ...string[]]) => client.call(...command)
  return {
    evaluate: (script, keys, args) => evaluateOn(script.isWrite ? write : read, script, keys, args),
    read,
    write,
    info: async () => {
      if (client.status === "end") throw new Error("Connection is closed.")
      if (client.status !== "ready") await whenReady(client, ["end"])
      const nodes = client.nodes?.("master") ?? [client]
      return (await Promise.all(nodes.map((node) => node.call("INFO")))) as string[]
    },
    isCluster: client.isCluster,
  }
})

/**
 * Sends commands through a second connection. ioredis sends a command again if its answer was lost, and would apply a
 * write twice; this connection never does. It opens with the first write and ends with the client.
 */
function writerOf(client: IoredisClient): (...command: [string, ...string[]]) => Promise<unknown> {
  let writer: IoredisClient | undefined
  let connecting: Promise<void> | undefined
  const open = (): IoredisClient => {
    // A Cluster connects to each of its nodes with the first command, which must wait in a queue.
    const overrides = client.isCluster
      ? [[], { lazyConnect: false, enableOfflineQueue: true, retryDelayOnFailover: 0 }]
      : [{ lazyConnect: false, enableOfflineQueue: false, maxRetriesPerRequest: 0 }]
    const opened = client.duplicate(...(overrides as never[])) as IoredisClient
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
    if (writer.status !== "ready") {
      connecting ??= whenReady(writer, ["close", "end"]).finally(() => {
        connecting = undefined
      })
      await connecting
    }
    return writer.call(...command).catch((error: Error) => {
      // A Cluster also answers this if one node is lost after the command was sent.
      throw client.isCluster && error.message === "Connection is closed."
        ? new Error("A node was lost.")
        : error
    })
  }
}

function checkClient(client: IoredisClient): void {
  const given = Object(client) as Partial<IoredisClient>
  const refuse = (message: string): never => {
    throw new MortiseError("invalid", message)
  }
  if (typeof given.call !== "function" || typeof given.duplicate !== "function")
    refuse("ioredisAdapter takes a Redis or a Cluster of ioredis: ioredisAdapter(new Redis()).")
  const { keyPrefix, role, scaleReads, redisOptions } = given.options ?? {}
  if (keyPrefix || redisOptions?.keyPrefix)
    refuse(
      "`keyPrefix` of ioredis does not reach all keys of a script: remove it, and use the option `prefix`.",
    )
  if (role === "slave" || (scaleReads !== undefined && scaleReads !== "master"))
    refuse(
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
export const ioredisAdapter = <X extends ExtraFields = object>(
  client: IoredisClient,
  options?: IoredisOptions<X>,
): Adapter<X> => createRedisAdapter("ioredisAdapter", connectionOf(client), options)
