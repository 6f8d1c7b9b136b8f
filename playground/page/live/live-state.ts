import { emptyHistory, recordEvent } from "../../history.ts"
import type { PlaygroundEvent, Snapshot, Table } from "../../protocol.ts"

/** What the page shows: the snapshot, changed by every event since. */
export type LiveState = Omit<Snapshot, "type" | "tables"> & {
  readonly tables: readonly LiveTable[]
}

/** A table, and what the last event changed in it. */
export type LiveTable = Table & {
  /** The number of the last change of each row that has changed since the page opened. */
  readonly changes: ReadonlyMap<string, number>
  /** How many rows the last event added; negative if it removed rows. */
  readonly added: number
}

/** The state after an event. Undefined until the snapshot arrives. */
export function applyEvent(state: LiveState | undefined, event: PlaygroundEvent): LiveState | undefined {
  if (event.type === "snapshot") {
    const { type: _, tables, ...rest } = event
    // After a reconnection, the rows that have changed since are highlighted too.
    return { ...rest, tables: tables.map((table) => compare(table, state?.tables)) }
  }
  return state && { ...state, ...changesBy(event, state) }
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
      return { tables: event.tables.map((table) => compare(table, state.tables)) }
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

function compare(table: Table, previous: readonly LiveTable[] | undefined): LiveTable {
  const before = previous?.find(({ model }) => model === table.model)
  if (!before) return { ...table, changes: new Map(), added: 0 }
  const contents = new Map(before.rows.map((row) => [row.id, JSON.stringify(row.cells)]))
  const changes = new Map(before.changes)
  for (const { id, cells } of table.rows)
    if (contents.get(id) !== JSON.stringify(cells)) changes.set(id, (changes.get(id) ?? 0) + 1)
  return { ...table, changes, added: table.count - before.count }
}
