import { emptyHistory, recordEvent } from "../../history.ts"
import type { PlaygroundEvent, Snapshot } from "../../protocol.ts"

/** What the page shows: the snapshot, changed by every event since. */
export type LiveState = Omit<Snapshot, "type">

/** The state after an event. Undefined until the snapshot arrives. */
export function applyEvent(before: LiveState | undefined, event: PlaygroundEvent): LiveState | undefined {
  if (event.type === "snapshot") {
    const { type: _, ...state } = event
    return state
  }
  return before && { ...before, ...changesBy(event, before) }
}

function changesBy(event: Exclude<PlaygroundEvent, Snapshot>, state: LiveState): Partial<LiveState> {
  switch (event.type) {
    case "store":
      // A new store knows nothing about the operations of the previous one.
      return event.store.name === state.store.name
        ? { store: event.store }
        : { store: event.store, ...emptyHistory, inbox: [] }
    case "auth":
      return { auth: event.auth }
    case "clock":
      return { clock: event.clock }
    case "tables":
      return { tables: event.tables }
    case "message":
      return { inbox: [event.message, ...state.inbox] }
    case "request":
    case "operation":
    case "transition":
      return recordEvent(state, event)
    case "experiment":
      return {
        experiments: [...state.experiments.filter(({ name }) => name !== event.run.name), event.run],
      }
  }
}
