import { AsyncLocalStorage } from "node:async_hooks"
import type { AuthRows } from "../../packages/mortise/src/better-auth/browse.ts"
import { maxRows } from "../protocol.ts"
import type { TableSource } from "./live-tables.ts"
import type { PlainTable } from "./mark-changes.ts"
import { shownCell } from "./watch-better-auth.ts"

/** The tables of Better Auth, without the columns that contain tokens. */
export function betterAuthTables(rows: AuthRows): TableSource {
  // A read that a call has caused must not join the transaction of the call.
  const outside = AsyncLocalStorage.snapshot()
  const read = async () => ({
    tables: await Promise.all(rows.models.map((model) => readTable(rows, model))),
    sessionExpiry: new Map<string, number>(),
  })
  return { read: () => outside(read) }
}

async function readTable(rows: AuthRows, model: string): Promise<PlainTable> {
  const pageRows = await rows.page(model, { limit: maxRows })
  const columns = Object.keys(pageRows[0] ?? {})
  return {
    model,
    name: model,
    columns,
    count: await rows.count(model, []),
    rows: pageRows.map((row) => ({
      id: String(row["id"]),
      cells: columns.map((name) => shownCell(name, row[name])),
    })),
  }
}
