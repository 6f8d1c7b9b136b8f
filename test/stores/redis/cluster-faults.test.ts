import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import type { Adapter } from "../../../src/index.ts"
import { type RedisCluster, startRedisCluster } from "../../servers/redis-cluster.ts"
import { command } from "../../servers/redis-command.ts"
import { contradictions, trafficDuring } from "./cluster-traffic.ts"
import { installRedisClients } from "./install.ts"

await installRedisClients()
const { clusterLibraries } = await import("./clients.ts")
const [ioredis, , , nodeRedis] = clusterLibraries

let cluster: RedisCluster
beforeAll(async () => {
  cluster = await startRedisCluster()
}, 60_000)
afterAll(() => cluster?.close())

const pidOf = async (port: number): Promise<number> =>
  Number(/process_id:(\d+)/.exec(await command(port, "INFO", "server"))?.[1])

describe.each([ioredis, nodeRedis])("a disturbed Cluster through $name", ({ connect }) => {
  let adapter: Adapter
  let close: () => Promise<unknown>
  beforeAll(async () => {
    const client = await connect(cluster.nodes.map(({ port }) => port))
    close = client.close
    adapter = client.adapter({ prefix: crypto.randomUUID() })
  })
  afterAll(() => close?.())
  afterEach(async () => {
    await expect
      .poll(() => command(cluster.nodes[0]?.port ?? 0, "CLUSTER", "INFO"), { timeout: 20_000 })
      .toContain("cluster_state:ok")
  }, 30_000)

  test("SCRIPT FLUSH: no call fails", async () => {
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

  test("slots that move back and forth: no call fails", async () => {
    const traffic = await trafficDuring(adapter, async () => {
      const slots = Array.from({ length: 40 }, (_, nth) => nth * 400)
      for (const slot of slots) {
        const owner = await cluster.ownerOf(slot)
        const other = cluster.nodes.slice(0, 3).find(({ port }) => port !== owner)?.port ?? 0
        await cluster.moveSlot(slot, other)
        await cluster.moveSlot(slot, owner)
      }
    })
    expect(await contradictions(adapter, traffic)).toEqual([])
    expect(traffic.errors).toEqual([])
  }, 60_000)

  test("CLUSTER FAILOVER: no acknowledged change is lost", async () => {
    const traffic = await trafficDuring(adapter, async () => {
      for (const node of [3, 0]) {
        await command(cluster.nodes[node]?.port ?? 0, "CLUSTER", "FAILOVER")
        await sleep(1_500)
      }
    })
    expect(await contradictions(adapter, traffic)).toEqual([])
  }, 60_000)

  test("a node that pauses: calls wait for it", async () => {
    const pid = await pidOf(cluster.nodes[1]?.port ?? 0)
    const traffic = await trafficDuring(adapter, async () => {
      process.kill(pid, "SIGSTOP")
      await sleep(700)
      process.kill(pid, "SIGCONT")
      await sleep(300)
    })
    expect(await contradictions(adapter, traffic)).toEqual([])
  }, 60_000)

  test("a primary that is killed: its replica has what was acknowledged, and sign-ups go on", async () => {
    const victim = cluster.nodes[2]
    const traffic = await trafficDuring(adapter, async () => {
      await sleep(500)
      await victim?.kill()
      await sleep(6_000)
    })
    await expect
      .poll(() => contradictions(adapter, traffic).catch(() => ["not reachable yet"]), { timeout: 20_000 })
      .toEqual([])
    expect(traffic.signUps.at(-1)?.outcome).not.toBe("failed")
    await victim?.start()
    await sleep(2_000)
    await command(victim?.port ?? 0, "CLUSTER", "FAILOVER")
    await sleep(2_000)
  }, 90_000)
})
