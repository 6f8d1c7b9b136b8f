/**
 * PostgreSQL with two standbys and quorum commit. A failover freezes and kills the primary, promotes the standby that
 * received most, lets the other one follow it, re-points the proxy and cuts its connections. The old primary returns as a
 * standby with a fresh copy. `synchronous_standby_names` is set on every node: it is not replicated.
 */
import { chaosClock } from "../../../conformance/src/chaos/processes/chaos-clock.ts"
import { findBinary } from "../../../workshop/src/servers/find-binary.ts"
import { ownerAmong, remove, temporaryFolder } from "../../../workshop/src/servers/owner.ts"
import { execute, postgresBinary } from "../../../workshop/src/servers/postgres.ts"
import { startProxy } from "../../../workshop/src/servers/proxy.ts"
import { signalQuietly } from "../../../workshop/src/servers/service.ts"
import { until } from "../../../workshop/src/servers/until.ts"
import { ask, auditPostgres } from "./audit-postgres.ts"
import type { Cluster } from "./cluster.ts"
import { connectionTo, createPostgresNode, database, type PostgresNode } from "./postgres-node.ts"

export type PostgresCluster = Cluster & {
  readonly nodes: readonly PostgresNode[]
  primary(): PostgresNode
  /** Stops the standbys from receiving changes, so that they fall behind. */
  holdReplication(): Promise<() => void>
}

const names = ["n1", "n2", "n3"]
const quorum = `synchronous_standby_names = 'ANY 1 (${names.join(", ")})'`

export async function startPostgresCluster({ isSynchronous = true } = {}): Promise<PostgresCluster> {
  // Before the owner is looked up: the package creates it.
  await findBinary(postgresBinary("postgres"))
  const owner = await ownerAmong("postgres")
  const folder = await temporaryFolder(owner)
  const nodes = await Promise.all(names.map((name) => createPostgresNode(name, folder, owner)))
  const end = async () => {
    for (const node of nodes) await node.kill()
    await remove(folder)
  }
  return startNodes(nodes, isSynchronous, end).catch(async (error) => {
    await end()
    throw error
  })
}

async function startNodes(
  nodes: readonly PostgresNode[],
  isSynchronous: boolean,
  end: () => Promise<void>,
): Promise<PostgresCluster> {
  let [primary, ...standbys] = nodes as readonly [PostgresNode, ...PostgresNode[]]
  await primary.initialize()
  await primary.start()
  await execute(primary.adminUrl, `CREATE DATABASE ${database}`)
  for (const standby of standbys) {
    await standby.copyFrom(primary)
    if (isSynchronous) await standby.configure(quorum)
    await standby.start()
  }
  if (isSynchronous) {
    await primary.configure(quorum)
    await execute(primary.adminUrl, "SELECT pg_reload_conf()")
  }
  const proxy = await startProxy(primary.port)

  const check = (patienceMs?: number) =>
    until(
      "two standbys to follow the primary",
      () => expectStandbys(primary, nodes, isSynchronous),
      patienceMs,
    )
  await check()

  const failOver = async () => {
    const old = primary
    await old.freeze()
    await old.kill()
    const deadAt = chaosClock()
    const received = await Promise.all(standbys.map(receivedBytes))
    const best = received.indexOf(Math.max(...received))
    primary = standbys[best] as PostgresNode
    await execute(primary.adminUrl, "SELECT pg_promote(true, 30)")
    const follower = standbys[1 - best] as PostgresNode
    await execute(
      follower.adminUrl,
      `ALTER SYSTEM SET primary_conninfo = '${connectionTo(primary, follower.name)}'`,
      "SELECT pg_reload_conf()",
    )
    proxy.repoint(primary.port)
    proxy.cut()
    await old.copyFrom(primary)
    await old.start()
    standbys = [follower, old]
    await check()
    return deadAt
  }

  return {
    nodes,
    primary: () => primary,
    proxies: [proxy],
    urls: [proxy.through(primary.url)],
    check,
    audit: ({ url }) => auditPostgres(url),
    failOver,
    async holdReplication() {
      const senders = await ask(primary.adminUrl, "SELECT pid FROM pg_stat_replication")
      for (const [pid] of senders) process.kill(Number(pid), "SIGSTOP")
      return () => {
        for (const [pid] of senders) signalQuietly(Number(pid), "SIGCONT")
      }
    },
    async close() {
      await proxy.close()
      await end()
    },
  }
}

/** Throws if a standby does not take part as promised, or if a node would not wait for standbys as the primary. */
async function expectStandbys(
  primary: PostgresNode,
  nodes: readonly PostgresNode[],
  isSynchronous: boolean,
): Promise<void> {
  const states = await ask(
    primary.adminUrl,
    "SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'",
  )
  const expected = isSynchronous ? "quorum,quorum" : "async,async"
  if (String(states) !== expected) throw new Error(`The standbys are ${states}, not ${expected}.`)
  if (!isSynchronous) return
  for (const node of nodes) {
    const [[names, commit] = []] = await ask(
      node.adminUrl,
      "SELECT current_setting('synchronous_standby_names'), current_setting('synchronous_commit')",
    )
    if (names === "" || commit !== "on") throw new Error(`${node.name} would commit without a standby.`)
  }
}

const receivedBytes = async (node: PostgresNode): Promise<number> =>
  Number((await ask(node.adminUrl, "SELECT pg_last_wal_receive_lsn() - '0/0'::pg_lsn"))[0]?.[0])
