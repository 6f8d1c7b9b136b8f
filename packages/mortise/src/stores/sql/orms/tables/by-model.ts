import { type ModelName, modelNames } from "../../../../contract/models.ts"

/** What is known about some models. */
export type ByModel<T> = Readonly<Partial<Record<ModelName, T>>>

/** The names that the official adapters give to models: `User`, `VerificationToken`. */
export type OfficialName<M extends ModelName = ModelName> = Capitalize<M>

export const toOfficialName = <M extends ModelName>(model: M): OfficialName<M> =>
  (model.charAt(0).toUpperCase() + model.slice(1)) as OfficialName<M>

/** Finds something for each model; a model without it is left out. */
export function findByModel<T>(find: (model: ModelName) => T | undefined): ByModel<T> {
  const entries = modelNames.flatMap((model) => {
    const value = find(model)
    return value ? [[model, value]] : []
  })
  return Object.fromEntries(entries)
}

/** Converts what is known about each model. */
export const mapByModel = <T, R>(values: ByModel<T>, map: (value: T, model: ModelName) => R): ByModel<R> =>
  findByModel((model) => {
    const value = values[model]
    return value && map(value, model)
  })
