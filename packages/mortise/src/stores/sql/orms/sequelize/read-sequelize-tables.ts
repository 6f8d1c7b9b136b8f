import { MortiseError } from "../../../../contract/errors.ts"
import type { ModelName } from "../../../../contract/models.ts"
import type { EngineName } from "../../../../schema/engine-name.ts"
import type { OrmTable } from "../../../../sql/orms/orm-table.ts"
import type { OrmTables } from "../tables/orm-tables.ts"
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

const optionNames = {
  user: "User",
  account: "Account",
  session: "Session",
  verificationToken: "VerificationToken",
  authenticator: "Authenticator",
  slot: "Slot",
} as const satisfies Record<ModelName, keyof SequelizeModels>

/** The models that the options name, or that have the official adapter's names: `user`, `account`. */
export function findModels(
  defined: Readonly<Record<string, object>>,
  modelOptions: SequelizeModels = {},
): Partial<Record<ModelName, SequelizeModel>> {
  const entries = Object.entries(optionNames).flatMap(([model, option]) => {
    const chosen = modelOptions[option] ?? defined[model]
    if (chosen && !("rawAttributes" in chosen))
      throw new MortiseError(
        "invalid",
        `models.${option} is not a model of Sequelize: pass what sequelize.define returns.`,
      )
    return chosen ? [[model, chosen]] : []
  })
  return Object.fromEntries(entries)
}

/** Describes the tables of models. */
export function readSequelizeTables(engine: EngineName, models: ReturnType<typeof findModels>): OrmTables {
  const tables = Object.entries(models).map(([name, model]) => [
    name,
    readTable(engine, name as ModelName, model),
  ])
  return { orm: "Sequelize", engine, tables: Object.fromEntries(tables) }
}

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
