/**
 * Galera with three nodes that all accept writes, each behind a proxy of its own. A failover kills a node and lets it join
 * again, which copies the data of another node.
 */
import { chaosClock } from "../../../conformance/src/chaos/processes/chaos-clock.ts"
import { findBinary } from "../../../workshop/src/servers/find-binary.ts"
import { freePort } from "../../../workshop/src/servers/free-port.ts"
import { execute, mariadbBinary } from "../../../workshop/src/servers/mariadb.ts"
import { ownerAmong, remove, temporaryFolder } from "../../../workshop/src/servers/owner.ts"
import { startProxy } from "../../../workshop/src/servers/proxy.ts"
import { until } from "../../../workshop/src/servers/until.ts"
import type { Cluster, ClusterNode } from "./cluster.ts"
import { auditGaleraNode, createGaleraNode, database, expectSynced, type GaleraNode } from "./galera-node.ts"

export type GaleraCluster = Cluster & {
  /** Separates a node from the others, or joins it again, by the switch of Galera. */
  isolate(node: ClusterNode, isIsolated: boolean): Promise<void>
  /** Shuts a node down and lets it join the others again. */
  restart(node: ClusterNode): Promise<void>
}

/** `syncWait` is the value of `wsrep_sync_wait`: 7 makes every statement wait for the changes of other nodes. */
export async function startGaleraCluster({ syncWait = 7 } = {}): Promise<GaleraCluster> {
  // Before the owner is looked up: the packages create it.
  await findBinary(mariadbBinary("mariadbd"))
  await findBinary({ name: "rsync", debian: "rsync" })
  const owner = await ownerAmong("mysql")
  const folder = await temporaryFolder(owner)
  const groupPorts = [await freePort(), await freePort(), await freePort()]
  const nodes = await Promise.all(
    groupPorts.map((groupPort, nth) =>
      createGaleraNode({ name: `n${nth + 1}`, folder, owner, groupPort, syncWait }),
    ),
  )
  const end = async () => {
    for (const node of nodes) await node.kill()
    await remove(folder)
  }
  return joinNodes(
    nodes,
    groupPorts.map((port) => `127.0.0.1:${port}`),
    syncWait,
    end,
  ).catch(async (error) => {
    await end()
    throw error
  })
}

async function joinNodes(
  nodes: readonly GaleraNode[],
  members: readonly string[],
  syncWait: number,
  end: () => Promise<void>,
): Promise<GaleraCluster> {
  for (const [nth, node] of nodes.entries()) await node.join(members.slice(0, nth))
  const [first] = nodes as readonly [GaleraNode]
  await execute(first.adminUrl, `CREATE DATABASE ${database}`)
  const proxies = await Promise.all(nodes.map(({ port }) => startProxy(port)))
  const check = (patienceMs?: number) =>
    until(
      "three nodes to be in sync",
      async () => {
        for (const node of nodes) await expectSynced(node, nodes.length, syncWait)
      },
      patienceMs,
    )
  await check()
  const rejoin = async (node: ClusterNode) => {
    const own = nodes.indexOf(node as GaleraNode)
    await (node as GaleraNode).join(members.filter((_, nth) => nth !== own))
    await check()
  }
  return {
    nodes,
    proxies,
    urls: proxies.map((proxy, nth) => proxy.through((nodes[nth] as GaleraNode).url)),
    check,
    audit: auditGaleraNode,
    async failOver() {
      await first.freeze()
      await first.kill()
      const deadAt = chaosClock()
      await rejoin(first)
      return deadAt
    },
    async restart(node) {
      await node.stop()
      await rejoin(node)
    },
    isolate: (node, isIsolated) =>
      execute(
        (node as GaleraNode).adminUrl,
        `SET GLOBAL wsrep_provider_options = 'gmcast.isolate=${Number(isIsolated)}'`,
      ),
    async close() {
      for (const proxy of proxies) await proxy.close()
      await end()
    },
  }
}
