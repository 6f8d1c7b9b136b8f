import { checkOptionNames, ignoreFailures, toMilliseconds } from "../../contract/check-options.ts"
import { throwInvalid } from "../../contract/throw-invalid.ts"
import { showCause, warningsTo, withheldMessage } from "../../shared/console.ts"
import { type AuditHash, createAuditHash } from "./audit-hash.ts"
import type { AuditRecord } from "./audit-record.ts"

/** The options of `audited`. */
export type AuditedOptions = {
  /** Hashes identifiers: at least 32 random bytes, or their base64, such as `npx mortise secret` prints. */
  readonly key: string | Uint8Array
  /**
   * `report`: a write is done even if its record cannot be stored. `refuse`: a record `started` is stored before each
   * write; if the sink fails, the write is not sent, and the call throws `unavailable`. Default: `report`.
   */
  readonly whenSinkFails?: "report" | "refuse"
  /** Called with each of the sink's failures, and the records it did not store. Default: prints a warning. */
  readonly onError?: (error: unknown, lost: readonly AuditRecord[]) => void
  /** The number of writes in progress, each with its record. Others wait before they are sent. Default: 1,000. */
  readonly maxPending?: number
  /** A sink that takes longer has failed. Default: 10. */
  readonly timeoutSeconds?: number
}

/** The options, checked. */
export type AuditSettings = {
  readonly hash: AuditHash
  readonly refuses: boolean
  readonly maxPending: number
  readonly timeoutMs: number
  readonly onError: NonNullable<AuditedOptions["onError"]>
}

export function checkAuditOptions(sink: unknown, options: AuditedOptions): AuditSettings {
  if (typeof sink !== "function")
    throwInvalid("audited: pass a sink, which is a function such as jsonLines(process.stdout).")
  checkOptionNames("audited", options, ["key", "whenSinkFails", "onError", "maxPending", "timeoutSeconds"])
  const { key, whenSinkFails = "report", maxPending = 1_000, timeoutSeconds = 10 } = { ...options }
  const hash = createAuditHash("audited", key)
  if (whenSinkFails !== "report" && whenSinkFails !== "refuse")
    throwInvalid('audited: whenSinkFails must be "report" or "refuse".')
  if (!Number.isSafeInteger(maxPending) || maxPending < 1)
    throwInvalid("audited: maxPending must be an integer of at least 1.")
  return {
    hash,
    refuses: whenSinkFails === "refuse",
    maxPending,
    timeoutMs: toMilliseconds("audited: timeoutSeconds", timeoutSeconds, 0.001, 3_600),
    // The records after these must still be delivered.
    onError: ignoreFailures(options.onError ?? warn),
  }
}

function warn(error: unknown, lost: readonly AuditRecord[]): void {
  showCause(error)
  const [first, last] = [lost[0]?.sequence, lost.at(-1)?.sequence]
  const records = first === last ? `record ${first}` : `records ${first} to ${last}`
  warningsTo(undefined)(`audited: the sink failed, and did not store ${records}; ${withheldMessage}.`)
}
