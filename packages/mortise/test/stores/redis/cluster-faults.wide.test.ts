import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { RedisServer } from "../../../../workshop/src/servers/redis.ts"
import { startRedisCluster } from "../../../../workshop/src/servers/redis-cluster.ts"
import { command } from "../../../../workshop/src/servers/redis-command.ts"
import type { Adapter } from "../../../src/index.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { someone } from "../../support/people.ts"
import { contradictions, trafficDuring } from "./cluster-traffic.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { clusterLibraries } = await import("./clients.ts")
const [ioredis, , , nodeRedis] = clusterLibraries

const pidOf = async (port: number): Promise<number> =>
  Number(/process_id:(\d+)/.exec(await command(port, "INFO", "server"))?.[1])

describe.each([ioredis, nodeRedis])("SEC-N8 a disturbed Cluster through $name", ({ connect }) => {
  const cluster = openForTests(startRedisCluster)
  let adapter: Adapter
  let close: () => Promise<unknown>
  beforeAll(async () => {
    const client = await connect(cluster.nodes.map(({ port }) => port))
    close = client.close
    adapter = client.adapter({ prefix: crypto.randomUUID() })
  })
  afterAll(async () => {
    await close?.()
  })

  /** The nodes with a role now. */
  const nodesWith = async (role: "master" | "slave"): Promise<RedisServer[]> => {
    const replies = await Promise.all(cluster.nodes.map(({ port }) => command(port, "INFO", "replication")))
    return cluster.nodes.filter((_, nth) => replies[nth]?.includes(`role:${role}`))
  }

  test("no call fails during SCRIPT FLUSH", async () => {
    const traffic = await trafficDuring(adapter, async () => {
      for (let times = 0; times < 10; times++) {
        for (const { port } of cluster.nodes) await command(port, "SCRIPT", "FLUSH")
        await sleep(50)
      }
    })
    expect(await contradictions(adapter, traffic)).toEqual([])
    expect(traffic.errors).toEqual([])
    expect(traffic.signUps.length).toBeGreaterThan(10)
  })

  test("no call fails while slots move back and forth", async () => {
    const traffic = await trafficDuring(adapter, async () => {
      const slots = Array.from({ length: 40 }, (_, nth) => nth * 400)
      for (const slot of slots) {
        const owner = await cluster.ownerOf(slot)
        const other = (await nodesWith("master")).find(({ port }) => port !== owner)?.port ?? 0
        await cluster.moveSlot(slot, other)
        await cluster.moveSlot(slot, owner)
      }
    })
    expect(await contradictions(adapter, traffic)).toEqual([])
    expect(traffic.errors).toEqual([])
  })

  test("CLUSTER FAILOVER loses no acknowledged change", async () => {
    const traffic = await trafficDuring(adapter, async () => {
      for (let times = 0; times < 2; times++) {
        const [replica] = await nodesWith("slave")
        // Redis gives a failover up if the replica is not in sync yet, so the command is repeated.
        const becomesPrimary = async () => {
          const primaries = await nodesWith("master")
          if (!primaries.includes(replica as never)) await command(replica?.port ?? 0, "CLUSTER", "FAILOVER")
          return primaries
        }
        await expect.poll(becomesPrimary, { timeout: 30_000, interval: 1_000 }).toContain(replica)
        await sleep(500)
      }
    })
    expect(await contradictions(adapter, traffic)).toEqual([])
  })

  test("calls wait for a node that pauses", async () => {
    const [primary] = await nodesWith("master")
    const pid = await pidOf(primary?.port ?? 0)
    const traffic = await trafficDuring(adapter, async () => {
      process.kill(pid, "SIGSTOP")
      await sleep(700)
      process.kill(pid, "SIGCONT")
      await sleep(300)
    })
    expect(await contradictions(adapter, traffic)).toEqual([])
  })

  // The last test, because the primary does not come back.
  test("the replica of a killed primary has what was acknowledged, and sign-ups go on", async () => {
    const [victim] = await nodesWith("master")
    const traffic = await trafficDuring(adapter, async () => {
      await sleep(500)
      await victim?.kill()
      await sleep(5_000)
    })
    await expect
      .poll(() => contradictions(adapter, traffic).catch(() => ["not reachable yet"]), { timeout: 30_000 })
      .toEqual([])
    await expect
      .poll(() => adapter.createUser(someone()).catch(() => null), { timeout: 20_000 })
      .not.toBeNull()
  })
})
