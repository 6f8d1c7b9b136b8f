/**
 * PostgreSQL with Patroni, which elects the primary through etcd and commits to a synchronous standby. A proxy asks the
 * API of Patroni for the primary and leads there, as HAProxy does.
 */
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { chaosClock } from "../../../conformance/src/chaos/processes/chaos-clock.ts"
import { findBinary } from "../../../workshop/src/servers/find-binary.ts"
import { freePort } from "../../../workshop/src/servers/free-port.ts"
import { type Owner, ownerAmong, remove, temporaryFolder } from "../../../workshop/src/servers/owner.ts"
import { execute, postgresBinary } from "../../../workshop/src/servers/postgres.ts"
import { startProxy, type Proxy as TcpProxy } from "../../../workshop/src/servers/proxy.ts"
import { createService, type Service } from "../../../workshop/src/servers/service.ts"
import { until } from "../../../workshop/src/servers/until.ts"
import { ask, auditPostgres } from "./audit-postgres.ts"
import type { Cluster } from "./cluster.ts"
import { createPatroniNode, type PatroniNode, patroniBinary } from "./patroni-node.ts"
import { database } from "./postgres-node.ts"

export type PatroniCluster = Cluster & {
  readonly nodes: readonly PatroniNode[]
  readonly etcd: Service
  primary(): PatroniNode
  /** Waits until Patroni has elected another primary. */
  elected(old: PatroniNode): Promise<void>
  /** Asks Patroni to move the primary to its synchronous standby. */
  switchOver(): Promise<void>
}

const patienceMs = 60_000

export async function startPatroniCluster(): Promise<PatroniCluster> {
  // Before the owner is looked up: the package creates it.
  await findBinary(postgresBinary("postgres"))
  await findBinary(patroniBinary)
  const owner = await ownerAmong("postgres")
  const folder = await temporaryFolder(owner)
  const etcdPort = await freePort()
  const etcd = await createEtcd(etcdPort, folder, owner)
  const nodes = await Promise.all(
    ["n1", "n2", "n3"].map((name) => createPatroniNode({ name, folder, owner, etcdPort })),
  )
  const end = async () => {
    for (const node of nodes) await node.kill()
    await etcd.kill()
    await remove(folder)
  }
  return startNodes(nodes, etcd, end).catch(async (error) => {
    await end()
    throw error
  })
}

async function createEtcd(port: number, folder: string, owner: Owner): Promise<Service> {
  const [url, peerUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${await freePort()}`]
  return createService({
    command: await findBinary({ name: "etcd", debian: "etcd-server" }),
    args: [
      ...["--data-dir", join(folder, "etcd"), "--unsafe-no-fsync"],
      ...["--listen-client-urls", url, "--advertise-client-urls", url],
      ...["--listen-peer-urls", peerUrl, "--initial-advertise-peer-urls", peerUrl],
      ...["--initial-cluster", `default=${peerUrl}`],
    ],
    owner,
    log: join(folder, "etcd.log"),
    probe: async () => {
      const { ok } = await fetch(`${url}/health`)
      if (!ok) throw new Error("etcd is not healthy.")
    },
    signal: "SIGTERM",
  })
}

async function startNodes(
  nodes: readonly PatroniNode[],
  etcd: Service,
  end: () => Promise<void>,
): Promise<PatroniCluster> {
  await etcd.start()
  let [primary] = nodes as readonly [PatroniNode]
  await primary.start()
  await until("the first primary", () => expectPrimary(primary), patienceMs)
  await Promise.all(nodes.slice(1).map((node) => node.start()))
  const proxy = await startProxy(primary.port)
  const stopFollowing = follow(nodes, proxy, (elected) => {
    primary = elected
  })
  const check = (ms = patienceMs) =>
    until("two standbys to follow the primary", () => expectStandbys(primary), ms)
  await check()
  await execute(primary.adminUrl, `CREATE DATABASE ${database}`)
  const elected = (old: PatroniNode) => untilAnother(nodes, old)

  return {
    nodes,
    etcd,
    primary: () => primary,
    elected,
    proxies: [proxy],
    urls: [proxy.through(primary.url)],
    check,
    audit: ({ url }) => auditPostgres(url),
    async failOver() {
      const old = primary
      await old.freeze()
      await old.kill()
      const deadAt = chaosClock()
      await elected(old)
      await old.forget()
      await old.start()
      await check()
      return deadAt
    },
    async switchOver() {
      const old = primary
      const body = JSON.stringify({ leader: old.name })
      const { ok, status } = await fetch(`${old.api}/switchover`, { method: "POST", body })
      if (!ok) throw new Error(`Patroni refused to switch over: ${status}.`)
      await elected(old)
      await check()
    },
    async close() {
      stopFollowing()
      await proxy.close()
      await end()
    },
  }
}

/** Leads the proxy to the node that Patroni calls the primary, and cuts its connections when that changes. */
function follow(
  nodes: readonly PatroniNode[],
  proxy: TcpProxy,
  onElected: (primary: PatroniNode) => void,
): () => void {
  let isFollowing = true
  let current: PatroniNode | undefined
  const watch = async (): Promise<void> => {
    while (isFollowing) {
      const answers = await Promise.all(nodes.map((node) => node.isPrimary()))
      const elected = nodes[answers.indexOf(true)]
      if (elected && elected !== current) {
        current = elected
        onElected(elected)
        proxy.repoint(elected.port)
        proxy.cut()
      }
      await sleep(200)
    }
  }
  void watch()
  return () => {
    isFollowing = false
  }
}

const untilAnother = (nodes: readonly PatroniNode[], old: PatroniNode): Promise<void> =>
  until(
    "another primary",
    async () => {
      const others = nodes.filter((node) => node !== old)
      const answers = await Promise.all(others.map((node) => node.isPrimary()))
      if (!answers.includes(true)) throw new Error("No other node is the primary.")
    },
    patienceMs,
  )

async function expectPrimary(node: PatroniNode): Promise<void> {
  if (!(await node.isPrimary())) throw new Error(`${node.name} is not the primary.`)
}

/** Throws unless both standbys follow, one of them synchronously, and commits wait for it. */
async function expectStandbys(primary: PatroniNode): Promise<void> {
  await expectPrimary(primary)
  const states = await ask(
    primary.adminUrl,
    "SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming' ORDER BY 1",
  )
  if (String(states) !== "async,sync") throw new Error(`The standbys are ${states}, not async,sync.`)
  const [[commit] = []] = await ask(primary.adminUrl, "SELECT current_setting('synchronous_commit')")
  if (commit !== "on") throw new Error("The primary would commit without a standby.")
}
