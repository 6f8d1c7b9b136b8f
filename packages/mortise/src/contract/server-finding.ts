/**
 * `error`: calls fail or break the contract. `warning`: calls are slow, other programs can store incomplete rows, or a
 * failure of the server can undo changes.
 */
export type Severity = "error" | "warning"

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

/**
 * `no_persistence`: a restart loses everything. `failed_persistence`: the server cannot write to its disk.
 * `missing_standbys`: a primary has fewer replicas than it needs. `split_primary`: a primary without its replicas
 * accepts changes that a failover loses. `evicted_keys`: the server deletes keys when its memory is full.
 * `no_memory_limit`, `little_memory`: the memory of the server can run out. `cluster_node`: the client does not know
 * the other nodes. `cluster_down`, `uncovered_slots`: a Cluster does not serve all keys. `unknown_settings`: the server
 * does not show settings that guarantees depend on.
 */
export type RedisFaultCode =
  | "no_persistence"
  | "failed_persistence"
  | "missing_standbys"
  | "split_primary"
  | "evicted_keys"
  | "no_memory_limit"
  | "little_memory"
  | "cluster_node"
  | "cluster_down"
  | "uncovered_slots"
  | "unknown_settings"

/**
 * `no_table`: the table does not exist. `wrong_table_key`: it has another primary key. `several_regions`: writes in two
 * Regions can undo each other. `no_transactions`: the table has none. `no_ttl`: nothing deletes expired rows.
 * `no_recovery`, `no_deletion_protection`: the table can be lost by mistake. `unknown_settings`: these credentials may
 * not read settings.
 */
export type DynamodbFaultCode =
  | "no_table"
  | "wrong_table_key"
  | "several_regions"
  | "no_transactions"
  | "no_ttl"
  | "no_recovery"
  | "no_deletion_protection"
  | "unknown_settings"

/** The kinds of problems of a database server. The codes are stable. */
export type ServerFindingCode =
  | ReplicationFaultCode
  | RedisFaultCode
  | DynamodbFaultCode
  | "not_durable"
  | "clock_skew"
  | "statement_pooling"
  | "client_option"
  | "expired_rows"

/** A problem of the server or its operation. The tables may still be right. */
export type ServerFinding = {
  readonly code: ServerFindingCode
  readonly severity: Severity
  /** The problem, its effect, and what to do about it. */
  readonly why: string
  readonly rows?: number
  /** The statements or commands that fix it, in order. */
  readonly fix?: readonly string[]
}
