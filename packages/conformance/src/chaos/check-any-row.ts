import {
  type ChaosCall,
  getEffect,
  isAnswered,
  isFailed,
  isRefused,
  isUnclear,
  returnedValue,
} from "./chaos-call.ts"
import { type ChaosFinding, describeCall, findingIn } from "./finding.ts"
import type { KeyHistory } from "./key-history.ts"

const filterByEffect = (calls: readonly ChaosCall[], effect: string): ChaosCall[] =>
  calls.filter((call) => getEffect(call) === effect)

const mayBeApplied = (call: ChaosCall): boolean => !isFailed(call) && !isRefused(call)

const returnedRow = (call: ChaosCall): boolean => returnedValue(call) !== undefined

/** A token is returned at most once for each time that it was created, and not lost before its first use. */
export function checkToken(history: KeyHistory): ChaosFinding | undefined {
  if (history.model !== "verificationToken") return undefined
  const creations = filterByEffect(history.calls, "create")
  const uses = filterByEffect(history.calls, "remove")
  const successes = uses.filter(returnedRow)
  const stock = creations.filter(mayBeApplied).length
  if (successes.length > stock)
    return findingIn(
      history,
      stock === 0 ? "failed_write" : "used_twice",
      successes.map(describeCall).join(", "),
    )
  const stored = creations.find(isAnswered)
  if (!stored || successes.length > 0 || uses.some(isUnclear)) return undefined
  const missed = uses.find((call) => call.outcome === "nothing" && call.from > stored.to)
  return missed && findingIn(history, "lost", describeCall(missed))
}

/** After an acknowledged sign-out, no later lookup finds the session, unless a caller created it again. */
export function checkRevocation(history: KeyHistory): ChaosFinding | undefined {
  if (history.model !== "session") return undefined
  const creations = filterByEffect(history.calls, "create").filter(mayBeApplied)
  for (const removal of filterByEffect(history.calls, "remove").filter(isAnswered)) {
    if (creations.some(({ to }) => to >= removal.from)) continue
    const seen = filterByEffect(history.calls, "read").find(
      (call) => call.from > removal.to && returnedRow(call),
    )
    if (seen) return findingIn(history, "revoked_session", describeCall(seen))
  }
  return undefined
}

/** A key that was created twice was removed in between. */
export function checkUniqueness(history: KeyHistory): ChaosFinding | undefined {
  if (history.model === "verificationToken") return undefined
  const creations = filterByEffect(history.calls, "create").filter(isAnswered)
  const removals = filterByEffect(history.calls, "remove").filter(mayBeApplied)
  if (creations.length <= removals.length + 1) return undefined
  return findingIn(history, "not_unique", `${creations.length} creations, ${removals.length} deletions`)
}

/** No lookup returns a lower counter than one that was acknowledged before the lookup began. */
export function checkCounter(history: KeyHistory): ChaosFinding | undefined {
  if (history.model !== "authenticator") return undefined
  const raises = filterByEffect(history.calls, "change").filter(isAnswered)
  const wrong = filterByEffect(history.calls, "read").find((read) => {
    const acknowledged = raises.filter(({ to }) => to < read.from).map(({ set }) => Number(set))
    return returnedRow(read) && Number(returnedValue(read)) < Math.max(0, ...acknowledged)
  })
  return wrong && findingIn(history, "counter", describeCall(wrong))
}

/** After the load, every node has the same row. */
export function checkEquality(history: KeyHistory): ChaosFinding | undefined {
  const last = history.calls.filter(({ node }) => node !== undefined)
  if (new Set(last.map((call) => returnedValue(call))).size <= 1) return undefined
  return findingIn(history, "unequal_nodes", last.map(describeCall).join(", "))
}
