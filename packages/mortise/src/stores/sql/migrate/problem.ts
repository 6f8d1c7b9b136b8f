import type { Severity } from "../../../contract/server-finding.ts"
import type { FindingCode } from "../../../sql/introspection/drift.ts"
import type { ModelTable } from "../compile/tables.ts"
import type { Fix } from "./fix.ts"

/** One difference between the database and what the adapter needs, with its effect and its fix. */
export type Problem = Fix & {
  readonly code: FindingCode
  readonly spec: ModelTable
  readonly column: string | undefined
  /** The columns of a missing key or index. */
  readonly columns?: readonly string[] | undefined
  readonly severity: Severity
  readonly why: string
  /** What to do about it, as a sentence. */
  readonly advice: string
  /** How many rows block the fix, or need a value. */
  readonly rows?: number
}
