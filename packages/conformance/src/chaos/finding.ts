import type { ChaosCall } from "./chaos-call.ts"
import type { KeyHistory } from "./key-history.ts"

/** The checks of a history. The text is the promise that a finding breaks. */
export const chaosChecks = {
  lost: "an acknowledged change survives",
  undone: "a deleted row stays deleted",
  revoked_session: "a revoked session is refused at once and stays revoked",
  used_twice: "a verification token is used once",
  failed_write: "a write that failed with a code other than indeterminate changed nothing",
  own_conflict: "a caller is not refused because of a row that only this caller uses",
  orphan: "a deleted user leaves no rows",
  not_unique: "an email, account, session token or passkey has one owner",
  counter: "the counter of a passkey never decreases",
  stale_read: "a lookup finds what was acknowledged before it began",
  no_serial_order: "concurrent calls have the results of a serial order",
  unequal_nodes: "all nodes have the same rows after the load",
  crash: "no process of the application crashes",
  deadline: "no call takes longer than its timeout",
  set_up: "the cluster is set up as its promises require",
} as const

/** The name of a check. */
export type ChaosCheck = keyof typeof chaosChecks

/** A broken promise, with the row and the calls that show it. */
export type ChaosFinding = {
  readonly check: ChaosCheck
  /** The row, or the part of the cluster. */
  readonly subject: string
  readonly detail: string
}

export const findingIn = ({ model, key }: KeyHistory, check: ChaosCheck, detail: string): ChaosFinding => ({
  check,
  subject: `${model} ${key}`,
  detail,
})

/** A call in a few words. */
export function describeCall({ operation, set, node, outcome, from, to }: ChaosCall): string {
  const result =
    typeof outcome === "string"
      ? outcome
      : "error" in outcome
        ? `failed as ${outcome.error}`
        : `returned ${outcome.value}`
  const place = node === undefined ? "" : ` on ${node}`
  const took = to === Number.POSITIVE_INFINITY ? "no answer" : `${Math.round(to - from)} ms`
  const value = set === undefined ? "" : ` of ${set}`
  return `${operation}${value}${place} ${result} (${took})`
}
