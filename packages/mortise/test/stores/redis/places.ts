import { startRedis } from "../../../../workshop/src/servers/redis.ts"
import { startRedisCluster } from "../../../../workshop/src/servers/redis-cluster.ts"
import { type Connected, clusterLibraries, mainLibraries, upstash } from "./clients.ts"

/** Where the store runs: a single server or a Cluster of six nodes, with the main major of each client library. */
export type Place = {
  readonly name: "a single server" | "a Cluster"
  /** Starts it. `program` is another server than Redis that takes the same settings. */
  start(program?: string): Promise<{ readonly ports: readonly number[]; close(): Promise<void> }>
  readonly libraries: readonly {
    readonly name: string
    connect(ports: readonly number[]): Promise<Connected>
  }[]
}

const startSingle: Place["start"] = async (program) => {
  const { port, close } = await startRedis([], program)
  return { ports: [port], close }
}

const isMain = ({ name }: { readonly name: string }) => name === "ioredis 5" || name === "redis 6"

export const places: readonly Place[] = [
  {
    name: "a single server",
    start: startSingle,
    libraries: mainLibraries.map(({ name, connect }) => ({ name, connect: ([port = 0]) => connect(port) })),
  },
  {
    name: "a Cluster",
    async start(program) {
      const { nodes, close } = await startRedisCluster([], program)
      return { ports: nodes.map(({ port }) => port), close }
    },
    libraries: clusterLibraries.filter(isMain),
  },
]

/** A single server behind the REST protocol of Upstash. */
export const upstashPlace: Omit<Place, "name"> & { readonly name: string } = {
  name: "an emulated Upstash endpoint",
  start: startSingle,
  libraries: [{ name: upstash.name, connect: ([port = 0]) => upstash.connect(port) }],
}
