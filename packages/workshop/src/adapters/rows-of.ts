import { type Adapter, upkeep } from "../../../mortise/src/index.ts"
import type { Model, Row } from "./backend.ts"

/** Returns all rows of a model, for a Mortise adapter. */
export function rowsOf(adapter: Adapter): (model: Model) => Promise<Row[]> {
  const tools = upkeep(adapter)
  if (!tools) throw new Error("The flows read the rows through upkeep, which this adapter does not have.")
  return async (model) => {
    const { rows, next } = await tools.page(model, { limit: 1000 })
    if (next) throw new Error(`A flow left more than 1000 rows of ${model}.`)
    return rows
  }
}
