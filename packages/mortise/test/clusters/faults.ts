import { setTimeout as sleep } from "node:timers/promises"
import type { ClusterNode } from "./cluster.ts"
import type { GaleraCluster } from "./galera-cluster.ts"
import type { PatroniCluster } from "./patroni-cluster.ts"
import type { PostgresCluster } from "./postgres-cluster.ts"
import { timeoutSeconds } from "./timeout.ts"

/**
 * Something that happens to a cluster under load. Afterwards the cluster has its full size again. A fault that kills a
 * node resolves to the moment at which it was dead.
 */
export type Fault<C> = {
  readonly name: string
  run(cluster: C): Promise<unknown>
}

const lastOf = ({ nodes }: GaleraCluster): ClusterNode => nodes.at(-1) as ClusterNode

const standbyOf = ({ nodes, primary }: PostgresCluster | PatroniCluster): ClusterNode =>
  nodes.find((node) => node !== primary()) as ClusterNode

/** Longer than the deadline of every call. */
const beyondDeadlineMs = (timeoutSeconds + 2) * 1000

async function hangStandby(cluster: PostgresCluster | PatroniCluster): Promise<void> {
  const standby = standbyOf(cluster)
  await standby.freeze()
  await sleep(3000)
  await standby.thaw()
}

export const postgresFaults: readonly Fault<PostgresCluster>[] = [
  { name: "the primary is killed and a standby promoted", run: (cluster) => cluster.failOver() },
  {
    name: "the primary is killed while the standbys lag",
    async run(cluster) {
      const resume = await cluster.holdReplication()
      await sleep(300)
      const deadAt = await cluster.failOver()
      resume()
      return deadAt
    },
  },
  { name: "a standby hangs for three seconds", run: hangStandby },
  {
    name: "a standby is restarted",
    async run(cluster) {
      const standby = standbyOf(cluster)
      await standby.stop()
      await standby.start()
    },
  },
  {
    name: "all connections are cut",
    run: async ({ proxies }) => {
      for (const proxy of proxies) proxy.cut()
    },
  },
  {
    name: "callers cannot reach the primary for three seconds",
    async run({ proxies }) {
      for (const proxy of proxies) proxy.freeze()
      await sleep(3000)
      for (const proxy of proxies) proxy.thaw()
    },
  },
  {
    name: "the primary hangs for longer than the deadline of a call",
    async run({ primary }) {
      const node = primary()
      await node.freeze()
      await sleep(beyondDeadlineMs)
      await node.thaw()
    },
  },
  {
    name: "every node is restarted, one after the other",
    async run(cluster) {
      for (const node of cluster.nodes) {
        await node.stop()
        await node.start()
        await cluster.check()
      }
    },
  },
]

export const patroniFaults: readonly Fault<PatroniCluster>[] = [
  { name: "the primary and its Patroni are killed", run: (cluster) => cluster.failOver() },
  { name: "Patroni moves the primary to a standby", run: (cluster) => cluster.switchOver() },
  {
    name: "PostgreSQL of the primary is killed, and its Patroni lives",
    async run(cluster) {
      await cluster.primary().killPostgres()
      await cluster.check()
    },
  },
  {
    name: "etcd hangs for ten seconds, so that the primary steps down",
    async run(cluster) {
      await cluster.etcd.freeze()
      await sleep(10_000)
      await cluster.etcd.thaw()
      await cluster.check()
    },
  },
  { name: "a standby hangs for three seconds", run: hangStandby },
  {
    name: "the primary hangs until another one is elected, and returns with old data",
    async run(cluster) {
      const old = cluster.primary()
      await old.freeze()
      await cluster.elected(old)
      await old.thaw()
      await cluster.check()
    },
  },
]

export const galeraFaults: readonly Fault<GaleraCluster>[] = [
  { name: "a node is killed and joins again", run: (cluster) => cluster.failOver() },
  {
    name: "a node is isolated for six seconds",
    async run(cluster) {
      await cluster.isolate(lastOf(cluster), true)
      await sleep(6000)
      await cluster.isolate(lastOf(cluster), false)
    },
  },
  {
    name: "a node hangs for six seconds",
    async run(cluster) {
      await lastOf(cluster).freeze()
      await sleep(6000)
      await lastOf(cluster).thaw()
    },
  },
  {
    name: "a node is restarted",
    run: (cluster) => cluster.restart(lastOf(cluster)),
  },
  {
    name: "every node is restarted, one after the other",
    async run(cluster) {
      for (const node of cluster.nodes) await cluster.restart(node)
    },
  },
]
