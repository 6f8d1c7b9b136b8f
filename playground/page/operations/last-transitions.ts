import type { OperationRecord, Transition } from "../../protocol.ts"

/** The transitions of the last request that took any: one sign-in uses a link, verifies an email and opens a session. */
export function lastTransitions(
  transitions: readonly Transition[],
  operations: readonly OperationRecord[],
): readonly Transition[] {
  const last = transitions.at(-1)
  if (!last) return []
  const requestOf = (transition: Transition) =>
    operations.find(({ id }) => id === transition.operationId)?.requestId ?? transition.operationId
  return transitions.filter((transition) => requestOf(transition) === requestOf(last))
}
