import { type ModelName, modelNames } from "../../../src/contract/models.ts"
import { upkeep } from "../../../src/index.ts"

/** All rows of a model. */
export async function rowsOf(adapter: object, model: ModelName): Promise<unknown[]> {
  const page = await upkeep(adapter)?.page(model, { limit: 1000 })
  return page?.rows ?? []
}

/** All rows of all models. If they are equal before and after a call, the call changed nothing. */
export async function everything(adapter: object): Promise<Record<string, unknown[]>> {
  const models = modelNames.map(async (model) => [model, await rowsOf(adapter, model)] as const)
  return Object.fromEntries(await Promise.all(models))
}
