// A row that one caller uses: the caller makes one call at a time, so a replay of its calls gives the values that the
// row can have. An acknowledged write leaves one value, a write without an answer adds one, and a failed write changes
// nothing. Every lookup, also the last ones on each node, must return one of these values.

import {
  type ChaosCall,
  getEffect,
  getErrorCode,
  isAnswered,
  isRefused,
  isUnclear,
  type RowValue,
  returnedValue,
} from "./chaos-call.ts"
import { type ChaosCheck, type ChaosFinding, describeCall, findingIn } from "./finding.ts"
import type { KeyHistory } from "./key-history.ts"

const absent = Symbol("absent")
type Possible = ReadonlySet<RowValue | typeof absent>

/** The first contradiction in the history of a row of one caller. */
export function checkOwnRow(history: KeyHistory): ChaosFinding | undefined {
  // A token can only be found by using it, and two requests use it at once: see checkToken.
  if (history.isShared || history.model === "verificationToken") return undefined
  const withoutReads = history.calls.filter((call) => call.node !== undefined || getEffect(call) !== "read")
  // The lookups after the load are checked first: a lost row explains every other lookup that misses it.
  return replay(history, withoutReads) ?? replay(history, history.calls)
}

function replay(history: KeyHistory, calls: readonly ChaosCall[]): ChaosFinding | undefined {
  let possible: Possible = new Set([absent])
  let removal: ChaosCall | undefined
  for (const call of calls) {
    const check = contradiction(history, possible, removal, call)
    if (check) return findingIn(history, check, describeCall(call))
    possible = after(possible, call)
    if (getEffect(call) === "remove" && isAnswered(call)) removal ??= call
  }
  return undefined
}

function contradiction(
  { model }: KeyHistory,
  possible: Possible,
  removal: ChaosCall | undefined,
  call: ChaosCall,
): ChaosCheck | undefined {
  const isRead = getEffect(call) === "read"
  if (getErrorCode(call) === "not_found" && getEffect(call) === "change" && !possible.has(absent))
    return "lost"
  if (isRefused(call)) return "own_conflict"
  if (!isAnswered(call) || call.outcome === "done") return undefined
  const value = returnedValue(call) ?? absent
  if (!isRead) return value === absent && !possible.has(absent) ? "lost" : undefined
  if (possible.has(value)) return undefined
  if (possible.size === 1 && possible.has(absent)) return unexpectedRow(model, removal)
  if (model === "authenticator" && value !== absent) return "counter"
  return call.node === undefined ? "stale_read" : "lost"
}

/** Why a row should not exist. */
function unexpectedRow(model: KeyHistory["model"], removal: ChaosCall | undefined): ChaosCheck {
  if (!removal) return "failed_write"
  if (removal.operation === "deleteUser" && model !== "user") return "orphan"
  return model === "session" ? "revoked_session" : "undone"
}

function after(possible: Possible, call: ChaosCall): Possible {
  const effect = getEffect(call)
  if (effect === "read" || !(isAnswered(call) || isUnclear(call))) return possible
  const stored = effect === "remove" || call.outcome === "nothing" ? absent : (call.set ?? absent)
  return isUnclear(call) ? new Set([...possible, stored]) : new Set([stored])
}
