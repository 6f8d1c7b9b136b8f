import type { ModelName } from "../../../../contract/models.ts"
import { throwInvalid } from "../../../../contract/throw-invalid.ts"
import type { EngineName } from "../../../../schema/engine-name.ts"
import type { OrmTable } from "../../../../sql/orms/orm-table.ts"
import {
  type ByModel,
  findByModel,
  mapByModel,
  type OrmTables,
  toOfficialName,
} from "../tables/orm-tables.ts"
import { readSequelizeColumn, type SequelizeModel } from "./read-sequelize-column.ts"

/** Sequelize models, under the official adapter's names. */
export type SequelizeModels = {
  readonly User?: object
  readonly Account?: object
  readonly Session?: object
  readonly VerificationToken?: object
  readonly Authenticator?: object
  readonly Slot?: object
}

/** The models that the options name, or that have the official adapter's names: `user`, `account`. */
export const findModels = (
  defined: Readonly<Record<string, object>>,
  modelOptions: SequelizeModels = {},
): ByModel<SequelizeModel> =>
  findByModel((model) => {
    const option = toOfficialName(model)
    const chosen = modelOptions[option] ?? defined[model]
    if (chosen && !("rawAttributes" in chosen))
      throwInvalid(`models.${option} is not a model of Sequelize: pass what sequelize.define returns.`)
    return chosen as SequelizeModel | undefined
  })

/** Describes the tables of models. */
export const readSequelizeTables = (engine: EngineName, models: ByModel<SequelizeModel>): OrmTables => ({
  orm: "Sequelize",
  engine,
  tables: mapByModel(models, (model, name) => readTable(engine, name, model)),
})

function readTable(engine: EngineName, name: ModelName, model: SequelizeModel): OrmTable {
  const fullName = model.getTableName()
  const { tableName, schema } =
    typeof fullName === "string" ? { tableName: fullName, schema: undefined } : fullName
  const attributes = Object.entries(model.rawAttributes).filter(([, { type }]) => type.key !== "VIRTUAL")
  return {
    table: tableName,
    schema: schema === "public" ? undefined : schema,
    columns: attributes.map(([property, attribute]) =>
      readSequelizeColumn(engine, name, model, property, attribute),
    ),
    refusal: findRefusal(model),
  }
}

const events = [
  "Validate",
  "Create",
  "Destroy",
  "Update",
  "Save",
  "BulkCreate",
  "BulkDestroy",
  "BulkUpdate",
  "Find",
]
const hooks = events.flatMap((event) => [`before${event}`, `after${event}`])

function findRefusal(model: SequelizeModel): string | undefined {
  if (model.options.paranoid)
    return "Sequelize deletes its rows softly, but a deleted session or token must be gone: remove the option paranoid of the model"
  if (model.options.defaultScope?.where)
    return "its default scope hides rows, which only Sequelize does: remove where from the default scope"
  const hook = hooks.find((name) => model.hasHook(name) || model.sequelize?.hasHook(name))
  return hook && `it has the hook ${hook}, which only Sequelize calls: remove it`
}
