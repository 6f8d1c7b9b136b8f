import type { Guarantee } from "./guarantees.ts"
import type { OperationName } from "./operation-names.ts"
import type { IdMode } from "./schema.ts"

/** What a store promises. */
export type StoreManifest = {
  readonly store: string
  /** `atomic`: a user and its rows are deleted in one step. `fenced`: in several steps, access first. */
  readonly removal: "atomic" | "fenced"
  /**
   * `user_first`: `signUp` stores the user and the account in one step, and then the session in another store. If the
   * process ends in between, the user exists without a session and signs in again. Absent: all rows in one step.
   */
  readonly signUps?: "user_first" | undefined
  /**
   * What the data survives: nothing, the end of the process, or a power loss. `replicated`: even the loss of the
   * primary, if a replica that has received the change takes over. On Redis: `process` until `inspect` has read the
   * settings of the servers, afterwards what follows from them.
   */
  readonly durability: "none" | "process" | "power" | "replicated"
  readonly ids: IdMode
  /** Maximum round trips to the store per operation, without retries. */
  readonly roundTrips: Readonly<Partial<Record<OperationName, number>>>
  /** Maximum bytes of each text field, by `model.field`. */
  readonly limits: Readonly<Record<string, number>>
  /**
   * The guarantees that the tables lack. With a preset, the documented tables count until the first call, and
   * afterwards the tables in the database.
   */
  readonly missingGuarantees: readonly Guarantee[]
  /**
   * On PostgreSQL, what happens to a write if the server stops waiting for its standbys, as after `pg_cancel_backend`.
   * `reported`: the write fails as `indeterminate`. `hidden`: the client does not show it, and the write looks like a
   * success that a failover can undo.
   */
  readonly cancelledReplicationWaits?: "reported" | "hidden" | undefined
  /** Whether session lookups on a standby, and dirty reads on Galera, are refused. Absent for stores without them. */
  readonly staleReads?: "refused" | "allowed" | undefined
  /** If the store has several engines: the one that runs, and what follows from it. */
  readonly engine?: EngineFacts
}

/** What follows from the engine of a store. */
export type EngineFacts = {
  readonly name: string
  /** Whether a session and its user are read at one instant, or one after the other. */
  readonly lookups: "snapshot" | "row_then_user"
  /** Whether `count` may include rows that are gone. */
  readonly counts: "exact" | "upper_bound"
}

/** What an adapter promises: its store's promises, except for overridden operations. */
export type Manifest = StoreManifest & { readonly overridden: readonly OperationName[] }
