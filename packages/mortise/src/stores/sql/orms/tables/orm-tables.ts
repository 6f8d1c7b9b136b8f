import type { Guarantee } from "../../../../contract/guarantees.ts"
import { type ModelName, modelNames } from "../../../../contract/models.ts"
import type { EngineName } from "../../../../schema/engine-name.ts"
import type { OrmTable } from "../../../../sql/orms/orm-table.ts"

/** What is known about some models. */
export type ByModel<T> = Readonly<Partial<Record<ModelName, T>>>

/** The name that the official adapters give to a model: `User`, `VerificationToken`. */
export const toOfficialName = <M extends ModelName>(model: M): Capitalize<M> =>
  (model.charAt(0).toUpperCase() + model.slice(1)) as Capitalize<M>

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

/** The tables that an ORM describes. */
export type OrmTables = {
  /** The name of the ORM, as people write it. */
  readonly orm: string
  readonly engine: EngineName
  readonly tables: ByModel<OrmTable>
  /** The guarantees that the tables lack, according to the ORM's description. */
  readonly missingGuarantees?: readonly Guarantee[]
}
