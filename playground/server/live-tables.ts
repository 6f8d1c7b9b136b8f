import type { Adapter } from "../../packages/mortise/src/index.ts"
import type { EventHub } from "./event-hub.ts"
import { createChangeMarks } from "./mark-changes.ts"
import { type ReadTables, readTables } from "./read-tables.ts"

const delayMs = 25

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

export function createLiveTables(hub: EventHub, adapter: () => Adapter, now: () => number): LiveTables {
  const marks = createChangeMarks()
  let latest: ReadTables | undefined
  let source: Adapter | undefined
  let timer: NodeJS.Timeout | undefined
  let reading: Promise<void> = Promise.resolve()

  async function read(): Promise<void> {
    const open = adapter()
    try {
      const found = await readTables(open)
      // Another store may have been opened while this one was read.
      if (open !== adapter()) return
      const tables = open === source ? marks.mark(found.tables) : marks.restart(found.tables)
      source = open
      latest = found
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
