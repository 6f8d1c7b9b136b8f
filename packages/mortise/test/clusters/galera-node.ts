import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { createConnection } from "mysql2/promise"
import { findBinary } from "../../../workshop/src/servers/find-binary.ts"
import { freePort } from "../../../workshop/src/servers/free-port.ts"
import { mariadbBinary } from "../../../workshop/src/servers/mariadb.ts"
import { type Owner, runAs } from "../../../workshop/src/servers/owner.ts"
import { createService } from "../../../workshop/src/servers/service.ts"
import { fromTemplate } from "../../../workshop/src/servers/template.ts"
import { tables, wrongRows } from "./audit.ts"
import type { Audit, ClusterNode } from "./cluster.ts"

const run = promisify(execFile)

export const database = "app"
const provider = "/usr/lib/galera/libgalera_smm.so"

const settings = [
  "--bind-address=127.0.0.1",
  "--skip-name-resolve",
  "--binlog-format=ROW",
  "--innodb-autoinc-lock-mode=2",
  "--innodb-buffer-pool-size=32M",
  "--innodb-log-file-size=16M",
  "--innodb-flush-log-at-trx-commit=0",
  "--performance-schema=OFF",
  "--wsrep-on=ON",
  `--wsrep-provider=${provider}`,
  "--wsrep-cluster-name=mortise",
  "--wsrep-node-address=127.0.0.1",
  "--wsrep-sst-method=rsync",
]

// A lost node is noticed after two seconds.
const timeouts =
  "gcache.size=16M;evs.keepalive_period=PT0.5S;evs.suspect_timeout=PT2S;evs.inactive_timeout=PT5S;evs.inactive_check_period=PT0.5S;evs.install_timeout=PT5S;pc.recovery=false"

/** A node of Galera. */
export type GaleraNode = ClusterNode & {
  readonly adminUrl: string
  /** Starts the node as a member of the cluster of other nodes; of a new cluster if there are none. */
  join(others: readonly string[]): Promise<void>
}

type NodeOptions = {
  readonly name: string
  readonly folder: string
  readonly owner: Owner
  readonly groupPort: number
  readonly syncWait: number
}

export async function createGaleraNode({
  name,
  folder,
  owner,
  groupPort,
  syncWait,
}: NodeOptions): Promise<GaleraNode> {
  const [mariadbd, install] = [
    await findBinary(mariadbBinary("mariadbd")),
    await findBinary(mariadbBinary("mariadb-install-db")),
  ]
  const [data, port, transfer, incremental] = [
    join(folder, name),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const small = ["--innodb-buffer-pool-size=64M", "--innodb-log-file-size=32M", "--performance-schema=OFF"]
  const accounts = ["--auth-root-authentication-method=normal", "--skip-test-db"]
  await fromTemplate(mariadbd, owner, data, (to) =>
    run(install, ["--no-defaults", `--datadir=${to}`, ...accounts, ...small], runAs(owner)),
  )
  const adminUrl = `mysql://root@127.0.0.1:${port}/mysql`
  const group = `base_host=127.0.0.1;base_port=${groupPort};gmcast.listen_addr=tcp://127.0.0.1:${groupPort};ist.recv_addr=127.0.0.1:${incremental};ist.recv_bind=127.0.0.1:${incremental}`
  let others: readonly string[] = []
  const service = () =>
    createService({
      command: mariadbd,
      args: [
        "--no-defaults",
        `--datadir=${data}`,
        `--port=${port}`,
        `--socket=${join(folder, `${name}.socket`)}`,
        `--pid-file=${join(folder, `${name}.pid`)}`,
        ...settings,
        `--wsrep-sync-wait=${syncWait}`,
        `--wsrep-sst-receive-address=127.0.0.1:${transfer}`,
        `--wsrep-provider-options=${group};${timeouts}`,
        `--wsrep-cluster-address=gcomm://${others.join(",")}`,
      ],
      owner,
      log: join(folder, `${name}.log`),
      probe: () => expectSynced({ adminUrl }, 1),
      signal: "SIGTERM",
      // A node copies all data of another one before it answers.
      patienceMs: 120_000,
    })
  let current = service()
  return {
    ...{ name, port, adminUrl },
    url: `mysql://root@127.0.0.1:${port}/${database}`,
    async join(members) {
      others = members
      current = service()
      await current.start()
    },
    start: () => current.start(),
    stop: () => current.stop(),
    kill: () => current.kill(),
    freeze: () => current.freeze(),
    thaw: () => current.thaw(),
  }
}

/** Throws if a node is not in sync with a cluster of this size, or if its statements do not wait as promised. */
export async function expectSynced(
  { adminUrl }: Pick<GaleraNode, "adminUrl">,
  fewest: number,
  syncWait?: number,
): Promise<void> {
  const rows = await query(adminUrl, "SHOW STATUS LIKE 'wsrep_%'")
  const status = new Map(rows.map((row) => [row["Variable_name"], row["Value"]]))
  const found = [
    status.get("wsrep_local_state_comment"),
    status.get("wsrep_cluster_status"),
    Number(status.get("wsrep_cluster_size")) >= fewest,
  ]
  if (String(found) !== "Synced,Primary,true") throw new Error(`The node is ${found}.`)
  if (syncWait === undefined) return
  const [setting] = await query(adminUrl, "SELECT @@wsrep_sync_wait AS value")
  if (setting?.["value"] !== syncWait) throw new Error(`wsrep_sync_wait is ${setting?.["value"]}.`)
}

/** The rows of a node. */
export async function auditGaleraNode({ url }: ClusterNode): Promise<Audit> {
  const sums = await query(url, `CHECKSUM TABLE ${tables.join(", ")}`)
  const [wrong] = await query(url, wrongRows("`userId`"))
  return {
    fingerprint: sums.map((sum) => sum["Checksum"]).join(),
    orphans: Number(wrong?.["orphans"]),
    duplicates: Number(wrong?.["duplicates"]),
  }
}

async function query(uri: string, text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const connection = await createConnection({ uri, connectTimeout: 2000 })
  connection.on("error", () => {})
  try {
    const [rows] = await connection.query(text)
    return rows as Record<string, unknown>[]
  } finally {
    await connection.end()
  }
}
