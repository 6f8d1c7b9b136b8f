import { readFile, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { findBinary } from "../../../workshop/src/servers/find-binary.ts"
import { freePort } from "../../../workshop/src/servers/free-port.ts"
import { type Owner, remove } from "../../../workshop/src/servers/owner.ts"
import { execute, postgresBinary } from "../../../workshop/src/servers/postgres.ts"
import { childrenOf, createService, signalQuietly } from "../../../workshop/src/servers/service.ts"
import type { ClusterNode } from "./cluster.ts"
import { database } from "./postgres-node.ts"

/** A PostgreSQL server that Patroni starts, follows and promotes. */
export type PatroniNode = ClusterNode & {
  /** The URL of the database `postgres`. */
  readonly adminUrl: string
  /** The API of its Patroni. */
  readonly api: string
  /** Whether its Patroni says that it is the primary. */
  isPrimary(): Promise<boolean>
  /** Ends PostgreSQL with SIGKILL. Its Patroni lives on. */
  killPostgres(): Promise<void>
  /** Removes its data, so that it starts as a copy of the primary. */
  forget(): Promise<void>
}

export const patroniBinary = { name: "patroni", debian: "patroni" }

/** Shorter than in production, so that a failover takes seconds: `loop_wait + 2 * retry_timeout` must not exceed `ttl`. */
const timing = { ttl: 6, loop_wait: 1, retry_timeout: 2 }

type Place = {
  readonly name: string
  readonly folder: string
  readonly owner: Owner
  readonly etcdPort: number
}

export async function createPatroniNode({ name, folder, owner, etcdPort }: Place): Promise<PatroniNode> {
  const [port, apiPort] = [await freePort(), await freePort()]
  const [data, config] = [join(folder, name), join(folder, `${name}.json`)]
  const address = `127.0.0.1:${apiPort}`
  // YAML contains JSON.
  const settings = {
    scope: "mortise",
    name,
    restapi: { listen: address, connect_address: address },
    etcd3: { hosts: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: { ...timing, synchronous_mode: true, synchronous_mode_strict: true },
      initdb: [{ encoding: "UTF8" }, { locale: "C" }, { auth: "trust" }, "no-sync"],
    },
    postgresql: await postgresSettings(port, data, folder),
  }
  await writeFile(config, JSON.stringify(settings))
  const adminUrl = `postgres://postgres@127.0.0.1:${port}/postgres`
  const patroni = createService({
    command: await findBinary(patroniBinary),
    args: [config],
    owner,
    log: join(folder, `${name}.log`),
    probe: () => execute(adminUrl, "SELECT 1"),
    signal: "SIGTERM",
    patienceMs: 60_000,
  })
  // PostgreSQL is not a child of its Patroni. The file names it while it runs.
  const signalPostgres = async (by: NodeJS.Signals): Promise<void> => {
    const [pid] = (await readFile(join(data, "postmaster.pid"), "utf8").catch(() => "")).split("\n")
    if (!pid) return
    for (const each of [Number(pid), ...(await childrenOf(Number(pid)))]) signalQuietly(each, by)
  }
  return {
    ...{ name, port, adminUrl, api: `http://${address}` },
    url: `postgres://postgres@127.0.0.1:${port}/${database}`,
    start: patroni.start,
    stop: patroni.stop,
    async kill() {
      await patroni.kill()
      await signalPostgres("SIGKILL")
    },
    async freeze() {
      await patroni.freeze()
      await signalPostgres("SIGSTOP")
    },
    async thaw() {
      await signalPostgres("SIGCONT")
      await patroni.thaw()
    },
    killPostgres: () => signalPostgres("SIGKILL"),
    forget: () => remove(data),
    isPrimary: () =>
      fetch(`http://${address}/primary`, { signal: AbortSignal.timeout(500) }).then(
        ({ ok }) => ok,
        () => false,
      ),
  }
}

async function postgresSettings(port: number, data: string, folder: string): Promise<object> {
  return {
    listen: `127.0.0.1:${port}`,
    connect_address: `127.0.0.1:${port}`,
    data_dir: data,
    pgpass: join(folder, "pgpass"),
    bin_dir: dirname(await findBinary(postgresBinary("pg_controldata"))),
    authentication: { superuser: { username: "postgres" }, replication: { username: "postgres" } },
    pg_hba: [
      "local all all trust",
      "host all all 127.0.0.1/32 trust",
      "host replication all 127.0.0.1/32 trust",
    ],
    parameters: {
      unix_socket_directories: folder,
      max_connections: 200,
      shared_buffers: "32MB",
      wal_keep_size: "256MB",
      fsync: "off",
    },
    remove_data_directory_on_diverged_timelines: true,
  }
}
