import { type Adapter, upkeep } from "../../../src/index.ts"
import type { Model, Row } from "./app.ts"

/** All rows that an adapter of ours keeps of a model. */
export function rowsOf(adapter: Adapter): (model: Model) => Promise<Row[]> {
  const tools = upkeep(adapter)
  if (!tools)
    throw new Error("The flows look into the store through upkeep, which this adapter does not have")
  return async (model) => {
    const { rows, next } = await tools.page(model, { limit: 1000 })
    if (next) throw new Error(`A flow left more rows of ${model} than fit on a page`)
    return rows
  }
}
