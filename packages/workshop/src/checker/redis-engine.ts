import { createHash } from "node:crypto"
import { defaultSchema } from "../../../mortise/src/contract/build-schema.ts"
import { type Adapter, upkeep } from "../../../mortise/src/index.ts"
import { createAdapter } from "../../../mortise/src/operations/create-adapter.ts"
import type { RedisConnection } from "../../../mortise/src/stores/redis/connection/connection.ts"
import { reliableConnection } from "../../../mortise/src/stores/redis/connection/connection-layers.ts"
import type { RedisOptions } from "../../../mortise/src/stores/redis/create-redis-adapter.ts"
import {
  createSender,
  type RedisClient,
} from "../../../mortise/src/stores/redis/drivers/redis/node-redis-sender.ts"
import { redisAdapter } from "../../../mortise/src/stores/redis/drivers/redis/redis-adapter.ts"
import { createKeys } from "../../../mortise/src/stores/redis/rows/keys.ts"
import { evaluateOn } from "../../../mortise/src/stores/redis/scripts/script.ts"
import { openSpread } from "../../../mortise/src/stores/redis/spread/open-spread.ts"
import { loadIoredis } from "../redis/load-clients.ts"
import { startRedis } from "../servers/redis.ts"
import { startRedisCluster } from "../servers/redis-cluster.ts"
import { now } from "./calls.ts"
import { createCallers, type Engine, type EngineOptions } from "./engine.ts"
import type { Pass } from "./gate.ts"
import { changeScript, listTouches, type ScriptChange } from "./redis-commands.ts"
import { readKeys, type Send } from "./redis-stored.ts"
import { listTenants, openTenants, registerTenants } from "./tenant-subject.ts"

const lostError = async (): Promise<Error> => new Error("Socket closed unexpectedly")
const options = { now: () => now, onWarning: false } as const

/** One Redis server, where each verb is a script. What a script touches is not known before it runs. */
export async function openRedisEngine(
  change?: ScriptChange,
  { hasTenants }: EngineOptions = {},
): Promise<Engine> {
  const { send, primaries, close } = await startOne()
  const scriptNames = new Map<string, string>()
  const open = async (pass: Pass | undefined) => {
    const sendCommand = ([name = "", ...args]: string[]): Promise<unknown> => {
      // The text of a script is sent, so that a part of it can be changed.
      if (change && name === "EVALSHA") return Promise.reject(new Error("NOSCRIPT No matching script."))
      // The check of the server runs beside the first call, and after an error.
      if (name === "INFO") return send(name)
      const [text = "", ...rest] = args
      const sent = change && name === "EVAL" ? [text.replace(change.part, change.by), ...rest] : args
      const label = [scriptNames.get(text) ?? name, ...(scriptNames.has(text) ? [args[2]] : [text])].join(" ")
      const command = () => send(name, ...sent)
      return pass ? pass({ label, lane: "connection", disconnect: lostError }, command) : command()
    }
    const client = { isOpen: true, isReady: true, sendCommand } as unknown as RedisClient
    const withNames = {
      ...options,
      onCommand(text, script) {
        const scriptName = text.split(" ")[1]
        if (!script || !scriptName || scriptNames.has(script)) return
        scriptNames.set(script, scriptName)
        scriptNames.set(createHash("sha1").update(script).digest("hex"), scriptName)
      },
    } as const satisfies RedisOptions
    const adapter = hasTenants
      ? openTenants(redisAdapter(client, { ...withNames, tenants: true }))
      : redisAdapter(client, withNames)
    await adapter.getUser("nobody")
    await registerTenants(adapter)
    return adapter
  }
  const alone = await open(undefined)
  return {
    ...(await createCallers(open)),
    ...describeRedis(alone, primaries),
    name: "Redis",
    close,
  }
}

/**
 * The protocol for a Cluster, in which every step is a command or a script on one key. Callers never wait for each other,
 * so that they kill as often as possible.
 */
export const openClusterEngine = async (engineOptions: EngineOptions): Promise<Engine> =>
  openSpreadEngine("Redis Cluster", await startSix(), engineOptions)

/** The same protocol on one server, which starts in less time. */
export const openProtocolEngine = async (
  change?: ScriptChange,
  engineOptions: EngineOptions = {},
): Promise<Engine> => openSpreadEngine("Claim protocol", await startOne(), engineOptions, change)

async function openSpreadEngine(
  name: string,
  { send, primaries, close }: Started,
  engineOptions: EngineOptions,
  change?: ScriptChange,
): Promise<Engine> {
  const open = async (pass: Pass | undefined) => {
    const adapter = openSpreadAdapter(gateConnection(spreadConnection(send), pass, change), engineOptions)
    await registerTenants(adapter)
    return adapter
  }
  const alone = await open(undefined)
  return {
    ...(await createCallers(open)),
    ...describeRedis(alone, primaries),
    repeatsKeys: true,
    name,
    close,
  }
}

/** Servers, a function that sends a command to the one that has its key, and one for each primary. */
type Started = { readonly send: Send; readonly primaries: readonly Send[]; close(): Promise<void> }
type Client = { call: Send; disconnect(): void }

const toSend =
  (client: Client): Send =>
  (...command) =>
    client.call(...command)

async function startOne(): Promise<Started> {
  const server = await startRedis()
  const { Redis } = await loadIoredis()
  const client = new Redis({ port: server.port }) as unknown as Client
  return {
    send: toSend(client),
    primaries: [toSend(client)],
    close: async () => {
      client.disconnect()
      await server.close()
    },
  }
}

async function startSix(): Promise<Started> {
  const servers = await startRedisCluster()
  const { Cluster, Redis } = await loadIoredis()
  const ports = servers.nodes.slice(0, 3).map(({ port }) => port)
  const cluster = new Cluster(ports.map((port) => ({ host: "127.0.0.1", port }))) as unknown as Client
  const nodes = ports.map((port) => new Redis({ port }) as unknown as Client)
  return {
    send: toSend(cluster),
    primaries: nodes.map(toSend),
    close: async () => {
      for (const client of [cluster, ...nodes]) client.disconnect()
      await servers.close()
    },
  }
}

const describeRedis = (
  alone: Engine["alone"],
  primaries: readonly Send[],
): Omit<Engine, "callers" | "enter" | "replace" | "name" | "close"> => ({
  alone,
  faults: ["die", "lose"],
  runsAtOnce: 1,
  clear: async () => {
    await Promise.all(primaries.map((send) => send("FLUSHALL")))
  },
  readStored: async (suffix) => (await readKeys(primaries, suffix)).join("\n"),
  async listLeftovers(suffix) {
    for (const adapter of listTenants(alone))
      await upkeep(adapter)?.sweep({ now: new Date(Date.UTC(2060, 0, 1)) })
    // The protocol's index of users may name some that are gone: `repair` removes those.
    return (await readKeys(primaries, suffix)).filter((text) => !/ expires |^m:z:u:/.test(text))
  },
})

/** The connection of the driver for node-redis, over a client of the same form. */
function spreadConnection(send: Send): RedisConnection {
  const sendCommand = (_key: unknown, _isReadonly: boolean, [name = "", ...args]: string[]) =>
    send(name, ...args)
  const sender = createSender({
    masters: [],
    nodeClient: () => undefined,
    sendCommand,
  } as unknown as RedisClient)
  const run = (command: string, ...args: readonly string[]) => sender.send(args[0], [command, ...args])
  return {
    evaluate: (script, keys, args) =>
      evaluateOn((...command) => sender.send(keys[0], command), script, keys, args),
    read: run,
    write: run,
    awaitReplica: async () => 1,
    primaries: () => sender.primaries(),
    isCluster: true,
  }
}

/** A connection whose commands pass the gate. A script touches only its key. The keys of a slot share a connection. */
function gateConnection(
  connection: RedisConnection,
  pass: Pass | undefined,
  change: ScriptChange | undefined,
): RedisConnection {
  const gate = <T>(
    name: string,
    keys: readonly string[],
    touches: ReturnType<typeof listTouches>,
    command: () => Promise<T>,
  ): Promise<T> => {
    const label = [name, keys[0]].join(" ")
    const lane = /\{.*\}/.exec(keys[0] ?? "")?.[0] ?? ""
    return pass ? pass({ label, lane, touches, disconnect: lostError }, command) : command()
  }
  const run =
    (send: RedisConnection["read"]): RedisConnection["read"] =>
    (command, ...args) =>
      gate(command, args, listTouches(command, args), () => send(command, ...args))
  return {
    ...connection,
    evaluate: (script, keys, args) =>
      gate(script.name, keys, listTouches(script.name, keys, script.isWrite), () =>
        connection.evaluate(changeScript(script, change), keys, args),
      ),
    read: run(connection.read),
    write: run(connection.write),
  }
}

function openSpreadAdapter(base: RedisConnection, { hasTenants }: EngineOptions): Adapter {
  const schema = defaultSchema()
  const connection = reliableConnection(base, { ready: () => undefined, suspect: () => {} })
  const open = (tenant?: string) =>
    openSpread(
      { schema, keys: createKeys(tenant ? `m:@${tenant}` : "m", schema), connection, onWarning: () => {} },
      0,
    )
  const roundTrips = { insert: 3, find: 2, list: 3, findWithUser: 2, update: 3, take: 5, removeUser: 7 }
  const definition = { open, name: "redis", removal: "fenced", durability: "process", roundTrips } as const
  return hasTenants
    ? openTenants(createAdapter(definition, { ...options, schema, tenants: true }))
    : (createAdapter(definition, { ...options, schema }) as Adapter)
}
