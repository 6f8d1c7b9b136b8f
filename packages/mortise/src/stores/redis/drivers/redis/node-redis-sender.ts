import { throwInvalid } from "../../../../contract/throw-invalid.ts"
import type { AskServer, Sending } from "../../connection/connection.ts"
import { type Connecting, whenReady } from "../../connection/when-ready.ts"

type ClusterNode = { readonly client?: { readonly isReady: boolean } }
type Node = { sendCommand(args: string[], options?: object): Promise<unknown> }

/** The part of a `redis` (node-redis) client that Mortise uses. */
export type RedisConnection = Connecting & Node & { readonly isOpen: boolean; readonly isReady: boolean }

/** The part of a client from `createSentinel` that Mortise uses. */
export type RedisSentinel = {
  getMasterNode(): unknown
  _execute<T>(isReadonly: boolean | undefined, run: (node: Node) => Promise<T>): Promise<T>
}

/** The part of a client from `createCluster` that Mortise uses. */
export type RedisCluster = {
  readonly masters: readonly unknown[]
  nodeClient(node: never): unknown
  sendCommand(
    key: string | undefined,
    isReadonly: boolean,
    args: string[],
    options?: object,
  ): Promise<unknown>
}

/** A client of any of the three kinds. */
export type RedisClient = RedisConnection | RedisSentinel | RedisCluster

/** Sends a command to the node that has the key. */
type Send = (key: string | undefined, command: string[], sending?: Sending) => Promise<unknown>

// Replies as text, whatever types the client maps them to.
const plain = (sending: Sending | undefined) =>
  sending ? { typeMapping: {}, abortSignal: sending.signal } : { typeMapping: {} }

// The client does not send a command that has waited longer. Commands wait for a node that is not connected, or in a
// burst of thousands of calls.
const toTimedOptions = (sending: Sending | undefined, isConnected = false) => ({
  ...plain(sending),
  timeout: isConnected ? 10_000 : 1_000,
})

/** Sends commands as the kind of client needs it. The client's members say which kind it is. */
export function createSender(client: RedisClient): {
  readonly send: Send
  primaries(sending?: Sending): Promise<readonly AskServer[]>
  readonly isCluster: boolean
} {
  const candidate = Object(client) as object
  if ("nodeClient" in candidate && "masters" in candidate)
    return { ...clusterSender(client as RedisCluster), isCluster: true }
  const send =
    "getMasterNode" in candidate && "_execute" in candidate
      ? sentinelSender(client as RedisSentinel)
      : singleSender(client as RedisConnection)
  const primaries = async (sending?: Sending) => [(...command: string[]) => send(undefined, command, sending)]
  return { send, primaries, isCluster: false }
}

function clusterSender(client: RedisCluster) {
  const isConnected = () => client.masters.every((node) => (node as ClusterNode).client?.isReady !== false)
  return {
    // Never as a read-only command: those may be sent to replicas.
    async send(key: string | undefined, command: string[], sending?: Sending) {
      sending?.onSend()
      return client.sendCommand(key, false, command, toTimedOptions(sending, isConnected()))
    },
    async primaries(sending?: Sending) {
      const nodes = await Promise.all(client.masters.map((node) => client.nodeClient(node as never)))
      return nodes.map((node) => async (...command: string[]) => {
        sending?.onSend()
        return (node as Node).sendCommand(command, toTimedOptions(sending))
      })
    },
  }
}

function singleSender(client: RedisConnection): Send {
  const { sendCommand, isReady } = Object(client) as Partial<RedisConnection>
  if (typeof sendCommand !== "function" || typeof isReady !== "boolean")
    throwInvalid(
      "redisAdapter takes a client of createClient, createSentinel or createCluster: redisAdapter(await createClient().connect()).",
    )
  return async (_, command, sending) => {
    // A client that is closed refuses the command.
    if (client.isOpen && !client.isReady) await whenReady(client, ["end"])
    sending?.onSend()
    return client.sendCommand(command, plain(sending))
  }
}

/** A Sentinel client repeats a command whose answer was lost; this refuses to send it again. */
const sentinelSender =
  (client: RedisSentinel): Send =>
  async (_, command, sending) => {
    let first: unknown
    return client._execute(false, async (node) => {
      if (first !== undefined) throw first
      sending?.onSend()
      return node.sendCommand(command, toTimedOptions(sending)).catch((error: Error) => {
        // This reply means that nothing was applied.
        if (!error.message.startsWith("READONLY")) first = error
        throw error
      })
    })
  }
