import { createHmac, randomBytes } from "node:crypto"
import { type ContractModelName, modelNames, models } from "../../packages/mortise/src/contract/models.ts"
import { type Adapter, upkeep } from "../../packages/mortise/src/index.ts"
import { maxRows } from "../protocol.ts"
import type { PlainTable } from "./mark-changes.ts"
import { toCell } from "./mask.ts"

type Row = Readonly<Record<string, unknown>>

/** The tables for the page, and the expiry of each session by its token, which the page never gets. */
export type ReadTables = {
  readonly tables: readonly PlainTable[]
  readonly sessionExpiry: ReadonlyMap<string, number>
}

const contractModels = modelNames.filter((model): model is ContractModelName => model !== "slot")
const idKey = randomBytes(32)

/** Reads the first rows of the five models. */
export async function readTables(adapter: Adapter): Promise<ReadTables> {
  const tools = upkeep(adapter)
  if (!tools) throw new Error("The playground reads rows through upkeep: pass a Mortise adapter.")
  const sessionExpiry = new Map<string, number>()
  const tables: PlainTable[] = []
  for (const model of contractModels) {
    const { rows } = await tools.page(model, { limit: maxRows })
    const count = await tools.count(model)
    tables.push(toTable(model, rows, count))
    if (model === "session")
      for (const { sessionToken, expires } of rows as unknown as { sessionToken: string; expires: Date }[])
        sessionExpiry.set(sessionToken, expires.getTime())
  }
  return { tables, sessionExpiry }
}

function toTable(model: ContractModelName, rows: readonly Row[], count: number): PlainTable {
  const columns = Object.keys(models[model].fields)
  const toRow = (row: Row) => ({
    id: rowId(model, row),
    cells: columns.map((name) => toCell(name, row[name])),
  })
  return { model, name: models[model].table, columns, rows: rows.map(toRow), count }
}

/** A keyed hash of the primary key: it is stable while the process runs, and does not reveal a token. */
function rowId(model: ContractModelName, row: Row): string {
  const key = JSON.stringify(models[model].keys[0].map((name) => row[name]))
  return createHmac("sha256", idKey).update(`${model} ${key}`).digest("base64url").slice(0, 12)
}
