import type { Proxy as TcpProxy } from "../../../workshop/src/servers/proxy.ts"

/** One server of a cluster. */
export type ClusterNode = {
  readonly name: string
  readonly port: number
  /** The URL of its database for applications, without a proxy. */
  readonly url: string
  start(): Promise<void>
  stop(): Promise<void>
  kill(): Promise<void>
  freeze(): Promise<void>
  thaw(): Promise<void>
}

/** What is stored on a node. */
export type Audit = {
  /** Equal for nodes with equal rows. */
  readonly fingerprint: string
  /** Rows of users who do not exist. */
  readonly orphans: number
  /** Users with the email of another user. */
  readonly duplicates: number
}

/** Servers that replicate one database, in temporary folders and on free ports of the loopback interface. */
export type Cluster = {
  readonly nodes: readonly ClusterNode[]
  /** In front of each entry point for applications: the primary, or every node where all accept writes. */
  readonly proxies: readonly TcpProxy[]
  /** The URLs for applications, through the proxies. */
  readonly urls: readonly string[]
  /** Throws if the cluster is not set up as the tests assume: every node takes part, and writes wait for others. */
  check(patienceMs?: number): Promise<void>
  /** The rows of a node as SQL sees them, without an adapter. */
  audit(node: ClusterNode): Promise<Audit>
  /**
   * Kills the node behind the first proxy, and brings the cluster back to its full size. Resolves to the moment at which
   * the node was dead, on the clock of the load.
   */
  failOver(): Promise<number>
  /** Ends all servers and removes their files. */
  close(): Promise<void>
}
