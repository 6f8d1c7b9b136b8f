import { freePort } from "./free-port.ts"
import { type RedisServer, startRedis } from "./redis.ts"
import { command } from "./redis-command.ts"
import { until } from "./until.ts"

/** A Redis Cluster of three primaries with a replica each. */
export type RedisCluster = {
  /** The nodes: three primaries, then the replica of each. */
  readonly nodes: readonly RedisServer[]
  /** The port of the node that owns a slot now. */
  ownerOf(slot: number): Promise<number>
  /** Moves a slot with its keys to another node. `isHalfway` leaves the move open, with half of the keys moved. */
  moveSlot(slot: number, to: number, options?: { isHalfway?: boolean }): Promise<void>
  close(): Promise<void>
}

const slotCount = 16_384

/** Starts a node that has not joined a Cluster. */
export const startClusterNode = async (
  settings: readonly string[] = [],
  program?: string,
): Promise<RedisServer> => {
  // Redis would listen at its port + 10,000 as well, which an outgoing connection may have.
  const bus = String(await freePort())
  return startRedis(["--cluster-enabled", "yes", "--cluster-port", bus, ...settings], program)
}

/** Starts six nodes in temporary folders. A failover takes about three seconds. */
export async function startRedisCluster(
  settings: readonly string[] = [],
  program?: string,
): Promise<RedisCluster> {
  const nodes = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(() => startClusterNode(["--cluster-node-timeout", "1500", ...settings], program)),
  )
  const ports = nodes.map(({ port }) => port)
  const close = async () => {
    await Promise.all(nodes.map((node) => node.close()))
  }
  try {
    await join(ports)
  } catch (error) {
    await close()
    throw error
  }
  return { nodes, close, ownerOf: (slot) => ownerOf(ports, slot), moveSlot: slotMover(ports) }
}

async function join(ports: readonly number[]): Promise<void> {
  const [first = 0] = ports
  for (const [nth, port] of ports.slice(0, 3).entries()) {
    const [from, to] = [Math.ceil((slotCount / 3) * nth), Math.ceil((slotCount / 3) * (nth + 1)) - 1]
    await expectOk(port, "CLUSTER", "ADDSLOTSRANGE", String(from), String(to))
    await expectOk(port, "CLUSTER", "SET-CONFIG-EPOCH", String(nth + 1))
  }
  const bus = /:\d+@(\d+)/.exec(await command(first, "CLUSTER", "NODES"))?.[1] ?? ""
  for (const port of ports.slice(1)) await expectOk(port, "CLUSTER", "MEET", "127.0.0.1", String(first), bus)
  await everyNode(ports, "to know the others", async (port) => (await nodesOf(port)).length === 6)
  for (const [nth, port] of ports.slice(3).entries())
    await expectOk(port, "CLUSTER", "REPLICATE", await idOf(ports[nth] ?? 0))
  await everyNode(ports, "to be ready", isReady)
}

/** Every slot is served, and a replica has the data of its primary. */
async function isReady(port: number): Promise<boolean> {
  if (!(await command(port, "CLUSTER", "INFO")).includes("cluster_state:ok")) return false
  if ((await nodesOf(port)).filter((line) => line.includes("slave")).length !== 3) return false
  const replication = await command(port, "INFO", "replication")
  return replication.includes("role:master") || replication.includes("master_link_status:up")
}

const everyNode = async (ports: readonly number[], what: string, holds: (port: number) => Promise<boolean>) =>
  Promise.all(
    ports.map((port) =>
      until(`the nodes of the Cluster ${what}`, async () => {
        if (!(await holds(port))) throw new Error(`Port ${port} is not yet there`)
      }),
    ),
  )

const nodesOf = async (port: number): Promise<string[]> =>
  (await command(port, "CLUSTER", "NODES")).split("\n").filter((line) => line.includes(" connected"))

const idOf = async (port: number): Promise<string> =>
  (await command(port, "CLUSTER", "MYID")).split("\r\n")[1] as string

async function expectOk(port: number, ...parts: readonly string[]): Promise<void> {
  const reply = await command(port, ...parts)
  if (!reply.startsWith("+OK")) throw new Error(`${parts.join(" ")}: ${reply}`)
}

/** While a replica takes over, no node owns the slots of its primary. */
const ownerOf = (ports: readonly number[], slot: number): Promise<number> =>
  until(`a node to own slot ${slot}`, () => findOwner(ports, slot))

async function findOwner(ports: readonly number[], slot: number): Promise<number> {
  for (const port of ports) {
    const lines = await command(port, "CLUSTER", "NODES").catch(() => "")
    const own = /^.*\bmyself,master.*$/m.exec(lines)?.[0] ?? ""
    const ranges = own
      .split(" ")
      .slice(8)
      .filter((range) => !range.startsWith("["))
    const owns = ranges.some((range) => {
      const [from = 0, to = from] = range.split("-").map(Number)
      return from <= slot && slot <= to
    })
    if (owns) return port
  }
  throw new Error(`No node owns slot ${slot}`)
}

/** While a failover spreads through the Cluster, a node may refuse a step or undo it: then the move starts over. */
const slotMover =
  (ports: readonly number[]): RedisCluster["moveSlot"] =>
  (slot, to, { isHalfway = false } = {}) =>
    isHalfway
      ? moveOnce(ports, slot, to, isHalfway)
      : until(`slot ${slot} to move`, async () => {
          await moveOnce(ports, slot, to, isHalfway)
          if ((await findOwner(ports, slot)) !== to) throw new Error("Another node owns the slot.")
        })

async function moveOnce(
  ports: readonly number[],
  slot: number,
  to: number,
  isHalfway: boolean,
): Promise<void> {
  const from = await ownerOf(ports, slot)
  if (from === to) return
  const [source, target] = [await idOf(from), await idOf(to)]
  const setSlot = (port: number, ...rest: readonly string[]) =>
    expectOk(port, "CLUSTER", "SETSLOT", String(slot), ...rest)
  await setSlot(to, "IMPORTING", source)
  await setSlot(from, "MIGRATING", target)
  const found = await command(from, "CLUSTER", "GETKEYSINSLOT", String(slot), "1000")
  const keys = found.split("\r\n").filter((_, nth) => nth > 0 && nth % 2 === 0)
  const moved = isHalfway ? keys.slice(0, Math.ceil(keys.length / 2)) : keys
  if (moved.length > 0)
    await command(from, "MIGRATE", "127.0.0.1", String(to), "", "0", "5000", "REPLACE", "KEYS", ...moved)
  if (isHalfway) return
  for (const port of [to, from]) await setSlot(port, "NODE", target)
  // Replicas refuse the command.
  for (const port of ports) await command(port, "CLUSTER", "SETSLOT", String(slot), "NODE", target)
}
