import type { Severity } from "./drift.ts"

/** The kinds of problems of a database server. The codes are stable. */
export type ServerFindingCode = ServerFault["code"] | "clock_skew" | "expired_rows"

/**
 * `standby`: the server is a standby. `local_commit`, `asynchronous_standbys`: an acknowledged write can be lost in a
 * failover. `hidden_cancelled_waits`: so can a write whose wait was cancelled. `stale_reads`, `dirty_reads`: a read can
 * miss what another node has acknowledged.
 */
export type ReplicationFaultCode =
  | "standby"
  | "local_commit"
  | "asynchronous_standbys"
  | "hidden_cancelled_waits"
  | "stale_reads"
  | "dirty_reads"

/** A setting with which the adapter works, but not as well as it promises. */
export type ServerFault = {
  readonly code: "not_durable" | ReplicationFaultCode
  /** Default: `warning`. */
  readonly severity?: Severity
  /** The setting, its value and its effect. */
  readonly why: string
  /** The statements that change it. */
  readonly fix: readonly string[]
}

/** What a server tells about itself. */
export type ServerState = {
  /** The clock of the server, in milliseconds. */
  readonly now: number
  readonly faults: readonly ServerFault[]
}
