/** The kinds of problems of a database server. The codes are stable. */
export type ServerFindingCode = "not_durable" | "clock_skew" | "expired_rows"

/** A setting with which the adapter works, but not as well as it promises. */
export type ServerFault = {
  readonly code: "not_durable"
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
