import { Redis as UpstashRedis } from "@upstash/redis"
import { Cluster, Redis } from "ioredis"
import { Cluster as Cluster6, Redis as Redis6 } from "ioredis-6"
import { createClient, createCluster, createSentinel } from "redis"
import {
  createClient as createClient5,
  createCluster as createCluster5,
  createSentinel as createSentinel5,
} from "redis-5"
import { startUpstash } from "../../../../workshop/src/redis/upstash-endpoint.ts"
import type { RedisSentinel } from "../../../../workshop/src/servers/redis-sentinel.ts"
import type { Adapter } from "../../../src/index.ts"
import type { RedisOptions } from "../../../src/stores/redis/create-redis-adapter.ts"
import {
  type IoredisClient,
  ioredisAdapter,
} from "../../../src/stores/redis/drivers/ioredis/ioredis-adapter.ts"
import { redisAdapter } from "../../../src/stores/redis/drivers/redis/redis-adapter.ts"
import { upstashAdapter } from "../../../src/stores/redis/drivers/upstash/upstash-adapter.ts"

/** A client of a server, and the adapters on it. */
export type Connected = {
  adapter(options?: RedisOptions): Adapter
  close(): Promise<unknown>
}

/** A client library. */
export type ClientLibrary = { readonly name: string; connect(port: number): Promise<Connected> }

const overIoredis = (client: IoredisClient): Connected => {
  client.on("error", () => {})
  return {
    adapter: (options) => ioredisAdapter(client, options),
    close: async () => client.disconnect(),
  }
}

export const libraries: readonly ClientLibrary[] = [
  { name: "ioredis 5", connect: async (port) => overIoredis(new Redis(port)) },
  { name: "ioredis 6", connect: async (port) => overIoredis(new Redis6(port)) },
  {
    name: "redis 5",
    async connect(port) {
      const client = createClient5({ url: `redis://127.0.0.1:${port}` })
      client.on("error", () => {})
      await client.connect()
      return {
        adapter: (options) => redisAdapter(client, options),
        close: async () => client.isOpen && client.destroy(),
      }
    },
  },
  {
    name: "redis 6",
    async connect(port) {
      const client = createClient({ url: `redis://127.0.0.1:${port}` })
      client.on("error", () => {})
      await client.connect()
      return {
        adapter: (options) => redisAdapter(client, options),
        close: async () => client.isOpen && client.destroy(),
      }
    },
  },
]

/** The REST client of Upstash, through an endpoint that is emulated in this process, on the Redis server at a port. */
export const upstash: ClientLibrary = {
  name: "@upstash/redis",
  async connect(port) {
    const { url, token, close } = await startUpstash(port)
    const client = new UpstashRedis({ url, token })
    return { adapter: ({ durability: _, ...options } = {}) => upstashAdapter(client, options), close }
  },
}

/** The main major of each client library. */
export const mainLibraries: readonly ClientLibrary[] = libraries.filter(
  ({ name }) => name === "ioredis 5" || name === "redis 6",
)

type NodeRedis = Parameters<typeof redisAdapter>[0] & { readonly isOpen: boolean; destroy(): unknown }

const overNodeRedis = (client: NodeRedis): Connected => ({
  adapter: (options) => redisAdapter(client, options),
  close: async () => client.isOpen && client.destroy(),
})

/** Where the client finds a node instead of where the Cluster says it is: its own port by the port of the node. */
export type Detours = ReadonlyMap<number, number>

const addresses = (detours: Detours) =>
  Object.fromEntries([...detours].map(([from, port]) => [`127.0.0.1:${from}`, { host: "127.0.0.1", port }]))

const noDetours: Detours = new Map()

/** What a client must know about the Sentinels. */
type Sentinels = Pick<RedisSentinel, "sentinels" | "name">

const sentinelOptions = ({ sentinels, name }: Sentinels, detours: Detours) => ({
  sentinels: [...sentinels],
  name,
  natMap: addresses(detours),
})
const sentinelRoots = ({ sentinels, name }: Sentinels, detours: Detours) => ({
  sentinelRootNodes: [...sentinels],
  name,
  nodeAddressMap: addresses(detours),
})

type SentinelLibrary = {
  readonly name: string
  connect(started: Sentinels, detours?: Detours): Promise<Connected>
}

/** Client libraries that find their primary through Sentinel. */
export const sentinelLibraries: readonly [SentinelLibrary, ...SentinelLibrary[]] = [
  {
    name: "ioredis 5",
    connect: async (started, detours = noDetours) =>
      overIoredis(new Redis(sentinelOptions(started, detours))),
  },
  {
    name: "ioredis 6",
    connect: async (started, detours = noDetours) =>
      overIoredis(new Redis6(sentinelOptions(started, detours))),
  },
  {
    name: "redis 5",
    async connect(started, detours = noDetours) {
      const client = createSentinel5(sentinelRoots(started, detours)).on("error", () => {})
      return overNodeRedis(await client.connect())
    },
  },
  {
    name: "redis 6",
    async connect(started, detours = noDetours) {
      const client = createSentinel(sentinelRoots(started, detours)).on("error", () => {})
      return overNodeRedis(await client.connect())
    },
  },
]

const startNodes = (ports: readonly number[]) => ports.map((port) => ({ host: "127.0.0.1", port }))
const rootNodes = (ports: readonly number[]) => ports.map((port) => ({ url: `redis://127.0.0.1:${port}` }))

/** A client library of a Cluster. */
export type ClusterLibrary = {
  readonly name: string
  /** Connects to a Cluster whose first nodes have these ports. */
  connect(ports: readonly number[], detours?: Detours): Promise<Connected>
}

/** Client libraries of a Cluster. */
export const clusterLibraries = [
  {
    name: "ioredis 5",
    connect: async (ports: readonly number[], detours = noDetours) =>
      overIoredis(new Cluster(startNodes(ports), { natMap: addresses(detours) })),
  },
  {
    name: "ioredis 6",
    connect: async (ports: readonly number[], detours = noDetours) =>
      overIoredis(new Cluster6(startNodes(ports), { natMap: addresses(detours) })),
  },
  {
    name: "redis 5",
    async connect(ports: readonly number[], detours = noDetours) {
      const options = { rootNodes: rootNodes(ports), nodeAddressMap: addresses(detours) }
      const client = createCluster5(options).on("error", () => {})
      await client.connect()
      return overNodeRedis(client)
    },
  },
  {
    name: "redis 6",
    async connect(ports: readonly number[], detours = noDetours) {
      const options = { rootNodes: rootNodes(ports), nodeAddressMap: addresses(detours) }
      const client = createCluster(options).on("error", () => {})
      await client.connect()
      return overNodeRedis(client)
    },
  },
] as const satisfies readonly ClusterLibrary[]
