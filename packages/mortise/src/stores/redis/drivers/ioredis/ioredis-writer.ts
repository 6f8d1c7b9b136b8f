import type { Sending } from "../../connection/connection.ts"
import { replicaPatienceMs } from "../../connection/connection-layers.ts"
import { type Connecting, refusalIn, whenReady } from "../../connection/when-ready.ts"

type Commands = { call(command: string, ...args: string[]): Promise<unknown> }

/** The part of a `Redis` or a `Cluster` of ioredis that Mortise uses. */
export type IoredisClient = Connecting &
  Commands & {
    duplicate(...overrides: never[]): object
    connect(): Promise<unknown>
    disconnect(): void
    nodes?(role: "master"): readonly Commands[]
    pipeline(commands: string[][]): { exec(): Promise<[error: Error | null, result: unknown][] | null> }
    readonly status: string
    readonly options: {
      readonly keyPrefix?: string | undefined
      readonly role?: string | undefined
      readonly scaleReads?: unknown
      readonly redisOptions?: { readonly keyPrefix?: string | undefined } | undefined
      readonly enableAutoPipelining?: boolean | undefined
    }
    readonly isCluster: boolean
  }

type Writer = {
  write(...command: [string, ...string[]]): Promise<unknown>
  awaitReplica(key: string): Promise<number>
}

/**
 * Sends commands through a second connection. ioredis sends a command again if its answer was lost, so a write could be
 * applied twice; this connection never repeats one. It opens with the first write and closes with the client. All writers
 * of a client share it.
 */
export function createWriter(client: IoredisClient): (sending?: Sending) => Writer {
  let writer: IoredisClient | undefined
  let connecting: Promise<void> | undefined
  let refusal: Error | undefined

  const open = (): IoredisClient => {
    // A Cluster connects to each of its nodes with the first command, which must wait in a queue.
    const options = { lazyConnect: false, enableAutoPipelining: false }
    const overrides = client.isCluster
      ? [[], { ...options, enableOfflineQueue: true, retryDelayOnFailover: 0 }]
      : [{ ...options, enableOfflineQueue: false, maxRetriesPerRequest: 0 }]
    const opened = client.duplicate(...(overrides as never[])) as IoredisClient
    opened.on("error", (error) => {
      refusal = refusalIn(error)
    })
    client.once("end", () => {
      opened.disconnect()
      writer = undefined
    })
    return opened
  }

  const connectWriter = async (): Promise<IoredisClient> => {
    if (client.status === "end") throw new Error("Connection is closed.")
    writer ??= open()
    if (writer.status !== "ready") {
      connecting ??= whenReady(writer, ["close", "end"]).finally(() => {
        connecting = undefined
      })
      await connecting.catch((error) => {
        throw refusal ?? error
      })
    }
    return writer
  }

  return (sending) => {
    const write: Writer["write"] = (...command) => {
      if (writer?.status !== "ready" || client.status === "end")
        return connectWriter().then(() => write(...command))
      sending?.onSend()
      const answer = writer.call(...command)
      if (!client.isCluster) return answer
      return answer.catch((error: Error) => {
        // A Cluster also answers this if one node is lost after the command was sent.
        throw error.message === "Connection is closed." ? new Error("A node was lost.") : error
      })
    }
    return {
      write,
      // On a Cluster, a command on the key leads WAIT to the connection of the change before it.
      async awaitReplica(key) {
        const opened = await connectWriter()
        sending?.onSend()
        const pipeline = opened.pipeline([
          ["exists", key],
          ["wait", "1", String(replicaPatienceMs)],
        ])
        const [[moved] = [], [error, replicas] = []] = (await pipeline.exec()) ?? []
        // Lets the client learn where the key is now.
        if (moved) await write("EXISTS", key)
        if (moved || error) throw moved ?? error
        return Number(replicas)
      },
    }
  }
}
