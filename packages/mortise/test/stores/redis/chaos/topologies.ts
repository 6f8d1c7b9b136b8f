/**
 * Redis through Sentinel and Redis Cluster, as clusters that fail under load. Redis replicates asynchronously, so a
 * failover may lose acknowledged changes: the promises hold as long as Redis itself loses none.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { chaosClock } from "../../../../../conformance/src/chaos/processes/chaos-clock.ts"
import type { RedisServer } from "../../../../../workshop/src/servers/redis.ts"
import { startRedisCluster } from "../../../../../workshop/src/servers/redis-cluster.ts"
import { command } from "../../../../../workshop/src/servers/redis-command.ts"
import { startRedisSentinel } from "../../../../../workshop/src/servers/redis-sentinel.ts"
import { until } from "../../../../../workshop/src/servers/until.ts"
import type { Subject } from "../../../clusters/subject.ts"
import { timeoutSeconds } from "../../../clusters/timeout.ts"
import type { Started } from "../../../clusters/topologies.ts"
import { installRedisClients } from "../install.ts"

const mayLose = "Redis replicates asynchronously"

/** The callers, and the check that all nodes take part. */
function subjectOf(nodes: readonly RedisServer[], primaries: number, parameters: URLSearchParams): Subject {
  const module = new URL("./load-module.ts", import.meta.url)
  module.search = parameters.toString()
  return {
    module,
    async connect() {
      const { factory } = await import(module.href)
      const { adapter, close } = await factory()
      return { entry: adapter, nodes: [{ name: "the primaries", adapter }], close }
    },
    timeoutSeconds,
    check: () =>
      until("every replica to follow a primary", async () => {
        const roles = await Promise.all(nodes.map(roleOf))
        const found = roles.filter((role) => role === "primary").length
        if (found !== primaries || roles.includes("lost"))
          throw new Error(`${found} nodes are primaries: ${roles}.`)
      }),
  }
}

async function roleOf({ port }: RedisServer): Promise<"primary" | "replica" | "lost"> {
  const replication = await command(port, "INFO", "replication").catch(() => "")
  if (replication.includes("role:master"))
    return replication.includes("connected_slaves:0") ? "lost" : "primary"
  return replication.includes("master_link_status:up") ? "replica" : "lost"
}

const nodeWith = (nodes: readonly RedisServer[], role: "primary" | "replica"): Promise<RedisServer> =>
  until(`a node to be a ${role}`, async () => {
    for (const node of nodes) if ((await roleOf(node)) === role) return node
    throw new Error(`No node is a ${role}.`)
  })

/** Kills a primary, waits until another node is one, and starts the old one again. */
async function failOver(
  nodes: readonly RedisServer[],
  primaries: number,
  restart: (old: RedisServer) => Promise<void> = (old) => old.start(),
): Promise<number> {
  const old = await nodeWith(nodes, "primary")
  await old.kill()
  const deadAt = chaosClock()
  await promoted(nodes, old, primaries)
  await restart(old)
  return deadAt
}

/** Waits until another node has replaced the old primary. */
const promoted = (nodes: readonly RedisServer[], old: RedisServer, primaries: number): Promise<void> =>
  until("a replica to be promoted", async () => {
    const others = nodes.filter((node) => node !== old)
    const replies = await Promise.all(
      others.map(({ port }) => command(port, "INFO", "replication").catch(() => "")),
    )
    const found = replies.filter((reply) => reply.includes("role:master")).length
    if (found !== primaries) throw new Error(`${found} nodes are primaries.`)
  })

/** Freezes a primary until its replica is promoted. Then it returns with old data. */
const replaceHanging = (nodes: readonly RedisServer[], primaries: number) => ({
  name: "a primary hangs until its replica is promoted, and returns with old data",
  async run() {
    const old = await nodeWith(nodes, "primary")
    await old.freeze()
    await promoted(nodes, old, primaries)
    await old.thaw()
  },
  mayLose,
})

const hang = async (node: RedisServer, milliseconds: number): Promise<void> => {
  await node.freeze()
  await sleep(milliseconds)
  await node.thaw()
}

/** A primary and a replica that three Sentinels watch. */
export async function startSentinel(): Promise<Started> {
  await installRedisClients()
  const started = await startRedisSentinel()
  const nodes = [started.primary, started.replica]
  const parameters = new URLSearchParams({ sentinel: started.name })
  for (const { port } of started.sentinels) parameters.append("port", String(port))
  const expectReplaced = async (old: RedisServer) => {
    for (const { port } of started.sentinels) {
      const address = await command(port, "SENTINEL", "get-master-addr-by-name", started.name)
      if (address.includes(String(old.port))) throw new Error("A Sentinel still names the old primary.")
    }
  }
  // The old primary is empty. While it is not a replica, a Sentinel may name it as the primary or promote it again.
  const restart = async (old: RedisServer) => {
    await until("the old primary to be replaced", () => expectReplaced(old))
    await old.start()
    const replacement = nodes.find((node) => node !== old)
    await command(old.port, "REPLICAOF", "127.0.0.1", String(replacement?.port))
  }
  const killed = {
    name: "the primary is killed and the replica promoted",
    run: () => failOver(nodes, 1, restart),
    mayLose,
  }
  return {
    subject: subjectOf(nodes, 1, parameters),
    addresses: started.sentinels.map(({ port }) => `Sentinel of "${started.name}": 127.0.0.1:${port}`),
    faults: [
      killed,
      {
        name: "the primary hangs for half a second",
        run: async () => hang(await nodeWith(nodes, "primary"), 500),
      },
      {
        name: "the replica hangs for two seconds",
        run: async () => hang(await nodeWith(nodes, "replica"), 2000),
      },
      replaceHanging(nodes, 1),
    ],
    failOver: killed,
    close: () => started.close(),
  }
}

/** Three primaries with a replica each. */
export async function startCluster(): Promise<Started> {
  await installRedisClients()
  const { nodes, ownerOf, moveSlot, close } = await startRedisCluster()
  const parameters = new URLSearchParams(nodes.map(({ port }) => ["port", String(port)]))
  const killed = {
    name: "a primary is killed and its replica promoted",
    run: () => failOver(nodes, 3),
    mayLose,
  }
  return {
    subject: subjectOf(nodes, 3, parameters),
    addresses: nodes.map(({ port }) => `node: 127.0.0.1:${port}`),
    faults: [
      killed,
      {
        name: "slots move to another node and back",
        async run() {
          for (let slot = 0; slot < 16_000; slot += 800) {
            const owner = await ownerOf(slot)
            const other = await ownerOf((slot + 8_000) % 16_384)
            await moveSlot(slot, other)
            await moveSlot(slot, owner)
          }
        },
      },
      {
        name: "a replica takes over without a loss (CLUSTER FAILOVER)",
        async run() {
          await command((await nodeWith(nodes, "replica")).port, "CLUSTER", "FAILOVER")
          await sleep(1000)
        },
      },
      {
        name: "a primary hangs for 0.7 seconds",
        run: async () => hang(await nodeWith(nodes, "primary"), 700),
      },
      replaceHanging(nodes, 3),
    ],
    failOver: killed,
    close,
  }
}
