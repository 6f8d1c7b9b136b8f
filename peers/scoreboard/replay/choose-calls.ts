import { printValue } from "../../../packages/conformance/src/engine/print.ts"
import { findKeys } from "./name-keys.ts"
import type { RecordedCall } from "./record-calls.ts"

const mostCalls = 40

/**
 * The calls that led to the failure: the one whose answer the failure shows, or the last ones, and those before with a
 * key in common. A case ends when it fails, and its earlier calls may be about other rows.
 */
export function chooseCalls(calls: readonly RecordedCall[], received: string): RecordedCall[] {
  const shown = calls.findLast((call) => isShown(call, received))
  const last = shown ?? calls.at(-1)
  if (!last) return []
  const isBesideLast = (call: RecordedCall) =>
    call === last || (!shown && (call.ended ?? Number.POSITIVE_INFINITY) >= last.started)
  const chosen = calls.filter(isBesideLast)
  const keys = new Set(chosen.flatMap(keysIn))
  for (const call of calls.filter(({ ended = Number.POSITIVE_INFINITY }) => ended < last.started).reverse()) {
    const own = keysIn(call)
    // A call without any key, such as an outage, may be the reason.
    if (own.length > 0 && !own.some((key) => keys.has(key))) continue
    chosen.unshift(call)
    for (const key of own) keys.add(key)
  }
  return chosen.slice(-mostCalls)
}

/** Whether the suite's text of what it received is the answer of the call. Copies are of no class. */
const isShown = ({ answer, thrown }: RecordedCall, received: string): boolean => {
  const value = thrown ?? answer
  return (
    typeof value === "object" && value !== null && printValue(value) === received.replace(/^\w+ (?=\{ )/, "")
  )
}

/** Keys in the arguments and the answer of a call, and ids that are numbers. */
function keysIn({ args, answer }: RecordedCall): string[] {
  const text = JSON.stringify([args, answer], (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  )
  const numbers = [...text.matchAll(/"(?:id|userId)":(\d+)/g)].map(([, id]) => `#${id}`)
  return [...findKeys(text), ...numbers]
}
