import type { ChaosNode } from "../../../conformance/src/chaos/final-state.ts"
import type { ChaosFinding } from "../../../conformance/src/chaos/finding.ts"
import { auditNodes } from "./audit.ts"
import type { Cluster } from "./cluster.ts"
import { type ClientName, clients } from "./connect.ts"
import { timeoutSeconds } from "./timeout.ts"

/** The adapters that read a cluster after the load. */
export type Readers = {
  readonly entry: object
  readonly nodes: readonly ChaosNode[]
  close(): Promise<void>
}

/** A cluster and the client that the callers use. */
export type Subject = {
  /** The module that every process of the load imports. */
  readonly module: URL
  /** Opens adapters in this process. */
  connect(): Promise<Readers>
  /** Throws if the cluster is not set up as its promises require. */
  check?(): Promise<void>
  /** The deadline of a call. */
  readonly timeoutSeconds?: number
  /** Compares the nodes without an adapter. */
  audit?(): Promise<readonly ChaosFinding[]>
}

/** A cluster of SQL servers. */
export function subjectOf(cluster: Cluster, client: ClientName): Subject {
  const module = new URL("./load-module.ts", import.meta.url)
  module.searchParams.set("client", client)
  for (const url of cluster.urls) module.searchParams.append("url", url)
  const connect = clients[client]
  return {
    module,
    async connect() {
      const entry = connect(cluster.urls[0] as string)
      const nodes = cluster.nodes.map(({ url, name }) => ({
        name,
        ...connect(url, { allowStaleReads: true }),
      }))
      return {
        entry: entry.adapter,
        nodes,
        async close() {
          for (const { close } of [entry, ...nodes]) await close()
        },
      }
    },
    timeoutSeconds,
    check: () => cluster.check(),
    audit: () => auditNodes(cluster),
  }
}
