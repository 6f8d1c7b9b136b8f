import type { EventHub } from "./event-hub.ts"
import { createChangeMarks } from "./mark-changes.ts"
import type { ReadTables } from "./read-tables.ts"

const delayMs = 25

/** The tables of one library in one store. */
export type TableSource = { read(): Promise<ReadTables> }

/** The tables that the pages show. */
export type LiveTables = {
  /** Reads the tables after a short delay, once for many calls. */
  refreshSoon(): void
  /** Reads the tables and sends them. Keeps the old ones if the store is down. */
  refresh(): Promise<void>
  /** Whether this session was in the store at the last read, and is past its date. */
  isExpiredSession(sessionToken: string): boolean
  close(): Promise<void>
}

export function createLiveTables(hub: EventHub, current: () => TableSource, now: () => number): LiveTables {
  const marks = createChangeMarks()
  let latest: ReadTables | undefined
  let source: TableSource | undefined
  let timer: NodeJS.Timeout | undefined
  let reading: Promise<void> = Promise.resolve()

  async function read(): Promise<void> {
    const open = current()
    try {
      const snapshot = await open.read()
      // Another store or library may have been chosen while this one was read.
      if (open !== current()) return
      const tables = open === source ? marks.mark(snapshot.tables) : marks.restart(snapshot.tables)
      source = open
      latest = snapshot
      hub.send({ type: "tables", tables })
    } catch {
      // The store is down. The operations show it.
    }
  }

  const refresh = () => {
    reading = reading.then(read)
    return reading
  }

  return {
    refresh,
    refreshSoon() {
      timer ??= setTimeout(() => {
        timer = undefined
        void refresh()
      }, delayMs)
    },
    isExpiredSession: (sessionToken) =>
      (latest?.sessionExpiry.get(sessionToken) ?? Number.POSITIVE_INFINITY) <= now(),
    close() {
      clearTimeout(timer)
      return reading
    },
  }
}
