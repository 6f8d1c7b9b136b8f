import { execute as onMariadb } from "../../../workshop/src/servers/mariadb.ts"
import { execute as onPostgres } from "../../../workshop/src/servers/postgres.ts"
import { mysqlTables, postgresTables } from "../support/tables.ts"
import type { Cluster, ClusterNode } from "./cluster.ts"
import { type Fault, galeraFaults, patroniFaults, postgresFaults } from "./faults.ts"
import { startGaleraCluster } from "./galera-cluster.ts"
import { startPatroniCluster } from "./patroni-cluster.ts"
import { startPostgresCluster } from "./postgres-cluster.ts"
import { type Subject, subjectOf } from "./subject.ts"
import type { Event } from "./withstand.ts"

/** A started cluster, and what can happen to it. The first fault is a failover. */
export type Started = {
  readonly subject: Subject
  /** Where applications and people find the cluster. */
  readonly addresses: readonly string[]
  readonly faults: readonly Event[]
  /** The failover of `--failovers`. */
  readonly failOver: Event
  close(): Promise<void>
}

/** Binds faults to a cluster. */
const bind = <C>(faults: readonly Fault<C>[], cluster: C, mayLose?: string): Event[] =>
  faults.map(({ name, run }) => ({
    name,
    run: () => run(cluster),
    ...(mayLose !== undefined && { mayLose }),
  }))

const addressesOf = ({ urls, nodes }: Cluster): string[] => [
  `For applications: ${urls.join(" ")}`,
  ...nodes.map(({ name, url }) => `${name}: ${url}`),
]

/** PostgreSQL with two standbys: quorum commit, or asynchronous. The failovers of both happen while the standbys lag. */
export async function startPostgres({ isSynchronous = true } = {}): Promise<Started> {
  const cluster = await startPostgresCluster({ isSynchronous })
  await onPostgres(cluster.primary().url, ...postgresTables())
  const faults = bind(postgresFaults, cluster, isSynchronous ? undefined : "the standbys are asynchronous")
  return {
    ...{ subject: subjectOf(cluster, "pg"), addresses: addressesOf(cluster), faults },
    failOver: faults[1] as Event,
    close: () => cluster.close(),
  }
}

/** PostgreSQL with Patroni in strict synchronous mode, and etcd. */
export async function startPatroni(): Promise<Started> {
  const cluster = await startPatroniCluster()
  await onPostgres(cluster.primary().url, ...postgresTables())
  const faults = bind(patroniFaults, cluster)
  return {
    ...{ subject: subjectOf(cluster, "pg"), addresses: addressesOf(cluster), faults },
    failOver: faults[0] as Event,
    close: () => cluster.close(),
  }
}

/** Galera with three nodes and `wsrep_sync_wait = 7`. */
export async function startGalera(): Promise<Started> {
  const cluster = await startGaleraCluster()
  await onMariadb((cluster.nodes[0] as ClusterNode).url, ...mysqlTables())
  const faults = bind(galeraFaults, cluster)
  return {
    ...{ subject: subjectOf(cluster, "mysql2"), addresses: addressesOf(cluster), faults },
    failOver: faults[0] as Event,
    close: () => cluster.close(),
  }
}
