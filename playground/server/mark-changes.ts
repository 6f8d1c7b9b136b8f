import type { Table, TableRow } from "../protocol.ts"

/** Tables as they were read, without marks. */
export type PlainTable = Omit<Table, "rows" | "added"> & {
  readonly rows: readonly Omit<TableRow, "isFresh">[]
}

/** Reads that follow each other within this time belong to one change: a sign-in writes several times. */
const burstMs = 700

/**
 * Marks what the last change has added or changed. The marks stay until the next change, even when the page is
 * reloaded.
 */
export function createChangeMarks(now: () => number = () => performance.now()) {
  let baseline: readonly PlainTable[] = []
  let latest: readonly PlainTable[] = []
  let changedAt = Number.NEGATIVE_INFINITY
  return {
    mark(tables: readonly PlainTable[]): readonly Table[] {
      if (JSON.stringify(tables) !== JSON.stringify(latest)) {
        if (now() - changedAt > burstMs) baseline = latest
        changedAt = now()
        latest = tables
      }
      return tables.map((table) => markTable(table, baseline))
    },
    /** Forgets the previous tables: a new store begins without changes. */
    restart(tables: readonly PlainTable[]): readonly Table[] {
      baseline = tables
      latest = tables
      changedAt = Number.NEGATIVE_INFINITY
      return tables.map((table) => markTable(table, baseline))
    },
  }
}

function markTable(table: PlainTable, baseline: readonly PlainTable[]): Table {
  const before = baseline.find(({ model }) => model === table.model)
  const contents = new Map(before?.rows.map(({ id, cells }) => [id, JSON.stringify(cells)]))
  return {
    ...table,
    added: table.count - (before?.count ?? 0),
    rows: table.rows.map((row) => ({ ...row, isFresh: contents.get(row.id) !== JSON.stringify(row.cells) })),
  }
}
