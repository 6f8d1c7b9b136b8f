import type { ReplicationFaultCode, Severity } from "../../../contract/server-finding.ts"

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
