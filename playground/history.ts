import type { OperationRecord, PlaygroundEvent, RequestRecord, Snapshot, Transition } from "./protocol.ts"

/** What happened last, in the order of time. The server and every page keep the same part of it. */
export type History = Pick<Snapshot, "requests" | "operations" | "transitions">

/** A request with its calls, or a call that a tool of the playground made. */
export type Entry = {
  readonly id: string
  /** Undefined for the call of a tool. */
  readonly request: RequestRecord | undefined
  readonly operations: readonly OperationRecord[]
}

const maxEntries = 60
const maxTransitions = 20

export const emptyHistory: History = { requests: [], operations: [], transitions: [] }

/** The history after an event. Other events do not change it. */
export function recordEvent(history: History, event: PlaygroundEvent): History {
  switch (event.type) {
    case "request":
      return latest({ ...history, requests: put(history.requests, event.request) })
    case "operation":
      return latest({ ...history, operations: put(history.operations, event.operation) })
    case "transition":
      return { ...history, transitions: [...history.transitions, event.transition].slice(-maxTransitions) }
    default:
      return history
  }
}

/** The entries, oldest first. A call whose request is not known any more is left out. */
export function listEntries({ requests, operations }: Omit<History, "transitions">): readonly Entry[] {
  const entries = [
    ...requests.map((request) => ({
      ...request,
      request,
      operations: operations.filter(({ requestId }) => requestId === request.id),
    })),
    ...operations
      .filter(({ requestId }) => requestId === undefined)
      .map((call) => ({ ...call, request: undefined, operations: [call] })),
  ]
  return entries
    .sort((left, right) => left.order - right.order)
    .map(({ id, request, operations: calls }) => ({ id, request, operations: calls }))
}

/** The latest entries. A request leaves together with its calls. */
function latest(history: History): History {
  const entries = listEntries(history).slice(-maxEntries)
  const kept = new Set(entries.flatMap(({ operations }) => operations))
  return {
    ...history,
    requests: entries.flatMap(({ request }) => request ?? []),
    operations: history.operations.filter((operation) => kept.has(operation)),
  }
}

/** Replaces the record with the same id, or appends it. */
function put<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  entry: Entry,
): readonly Entry[] {
  return entries.some(({ id }) => id === entry.id)
    ? entries.map((existing) => (existing.id === entry.id ? entry : existing))
    : [...entries, entry]
}

/** The transitions of the last entry that took any: one sign-in uses a link, verifies an email and opens a session. */
export function lastTransitions({ transitions, operations }: History): readonly Transition[] {
  const last = transitions.at(-1)
  if (!last) return []
  const findEntryId = (transition: Transition) =>
    operations.find(({ id }) => id === transition.operationId)?.requestId ?? transition.operationId
  return transitions.filter((transition) => findEntryId(transition) === findEntryId(last))
}
