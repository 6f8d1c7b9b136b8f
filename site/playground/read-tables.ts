import { type ContractModelName, modelNames, models } from "../../packages/mortise/src/contract/models.ts"
import { type MortiseAdapter, upkeep } from "../../packages/mortise/src/index.ts"
import { maxRows } from "../../playground/protocol.ts"
import type { PlainTable } from "../../playground/server/mark-changes.ts"
import { toCell } from "../../playground/server/mask.ts"

/** The models that the actions fill. */
const shown = modelNames.filter(
  (model): model is ContractModelName => model !== "slot" && model !== "authenticator",
)

/** Reads the tables as they are now, with masked secrets. */
export async function readTables(adapter: MortiseAdapter): Promise<readonly PlainTable[]> {
  const tables: PlainTable[] = []
  for (const model of shown) {
    const { fields, keys, table } = models[model]
    const columns = Object.keys(fields)
    const { rows } = await upkeep(adapter).page(model, { limit: maxRows })
    const toRow = (row: object) => {
      const values = new Map(Object.entries(row))
      return {
        id: keys[0].map((name) => String(values.get(name))).join(" "),
        cells: columns.map((name) => toCell(name, values.get(name))),
      }
    }
    tables.push({
      model,
      name: table,
      columns,
      rows: rows.map(toRow),
      count: await upkeep(adapter).count(model),
    })
  }
  return tables
}
