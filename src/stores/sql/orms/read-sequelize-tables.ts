import { MortiseError } from "../../../contract/errors.ts"
import type { ModelName } from "../../../contract/models.ts"
import { fieldKind } from "./field-kind.ts"
import type { OrmColumn, OrmTable, OrmTables } from "./orm-table.ts"
import type { EngineName } from "./raw-engine.ts"

/** The models of Sequelize, under the names of the official adapter. */
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

type Attribute = {
  readonly field?: string
  readonly type: { readonly key: string; toSql(options: { escape(value: unknown): string }): string }
  readonly allowNull?: boolean
  readonly primaryKey?: boolean
  readonly autoIncrement?: boolean
  readonly defaultValue?: unknown
  readonly get?: unknown
  readonly set?: unknown
}

type SequelizeModel = {
  readonly rawAttributes: Readonly<Record<string, Attribute>>
  readonly options: {
    readonly paranoid?: boolean
    readonly getterMethods?: object
    readonly setterMethods?: object
    readonly defaultScope?: { readonly where?: unknown }
  }
  readonly sequelize?: Hooked
  readonly _timestampAttributes?: { readonly createdAt?: string; readonly updatedAt?: string }
  readonly _versionAttribute?: string | false
  getTableName(): string | { readonly tableName: string; readonly schema?: string }
} & Hooked
type Hooked = { hasHook(name: string): boolean | undefined }

/** The models that the options name, or that have the names that the official adapter defines: `user`, `account`. */
export function findModels(
  defined: Readonly<Record<string, object>>,
  given: SequelizeModels = {},
): Partial<Record<ModelName, SequelizeModel>> {
  const found = Object.entries(optionNames).flatMap(([model, option]) => {
    const chosen = given[option] ?? defined[model]
    if (chosen && !("rawAttributes" in chosen))
      throw new MortiseError(
        "invalid",
        `models.${option} is not a model of Sequelize: pass what sequelize.define returns.`,
      )
    return chosen ? [[model, chosen]] : []
  })
  return Object.fromEntries(found)
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
  const given = model.getTableName()
  const { tableName, schema } = typeof given === "string" ? { tableName: given, schema: undefined } : given
  const attributes = Object.entries(model.rawAttributes).filter(([, { type }]) => type.key !== "VIRTUAL")
  return {
    table: tableName,
    schema: schema === "public" ? undefined : schema,
    columns: attributes.map(([property, attribute]) => {
      const column = readColumn(model, property, attribute)
      return engine === "sqlite" && column.type === "datetime" ? asText(name, column) : column
    }),
    refusal: refusalOf(model),
  }
}

function readColumn(model: SequelizeModel, property: string, attribute: Attribute): OrmColumn {
  const { createdAt, updatedAt } = model._timestampAttributes ?? {}
  const now = () => new Date()
  return {
    property,
    column: attribute.field ?? property,
    type: attribute.type.toSql({ escape: String }).toLowerCase(),
    notNull: attribute.allowNull === false || attribute.primaryKey === true,
    ...defaultOf(attribute),
    ...((property === createdAt || property === updatedAt) && { onInsert: now }),
    ...(property === updatedAt && { onUpdate: now }),
    refusal: columnRefusal(model, property, attribute),
  }
}

/** A date of Sequelize on SQLite, which is text in a form of its own. */
function asText(model: ModelName, column: OrmColumn): OrmColumn {
  if (fieldKind(model, column) === "date")
    return {
      ...column,
      refusal:
        "Sequelize writes dates on SQLite in a form of its own: use other tables, which migrate creates, and describe them with defineSchema",
    }
  const written = (make: (() => unknown) | undefined) =>
    make && (() => (make() as Date).toISOString().replace("T", " ").replace("Z", " +00:00"))
  return { ...column, kind: "text", onInsert: written(column.onInsert), onUpdate: written(column.onUpdate) }
}

/** Sequelize sends every default but an SQL expression, which the database has as its own. */
function defaultOf({ defaultValue, autoIncrement }: Attribute): Pick<OrmColumn, "hasDefault" | "onInsert"> {
  const { key, val, fn } = Object(defaultValue) as { key?: string; val?: unknown; fn?: unknown }
  if (autoIncrement || val !== undefined || fn !== undefined) return { hasDefault: true }
  if (defaultValue === undefined || defaultValue === null) return { hasDefault: false }
  if (key === "UUIDV4") return { hasDefault: false, onInsert: () => crypto.randomUUID() }
  if (key === "NOW") return { hasDefault: false, onInsert: () => new Date() }
  const onInsert = typeof defaultValue === "function" ? defaultValue : () => structuredClone(defaultValue)
  return { hasDefault: false, onInsert: onInsert as () => unknown }
}

function columnRefusal(
  { options, _versionAttribute }: SequelizeModel,
  property: string,
  { defaultValue, get, set }: Attribute,
): string | undefined {
  if (property === _versionAttribute)
    return "it is a version column, which Sequelize increments on every save: remove the option version of the model"
  if ((Object(defaultValue) as { key?: string }).key === "UUIDV1")
    return "its default is UUIDV1, which reveals when and where a row was created: use UUIDV4"
  const hasAccessor =
    get || set || property in Object(options.getterMethods) || property in Object(options.setterMethods)
  return hasAccessor ? "it has a getter or setter, which only Sequelize calls: remove it" : undefined
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

function refusalOf(model: SequelizeModel): string | undefined {
  if (model.options.paranoid)
    return "Sequelize deletes its rows softly, but a deleted session or token must be gone: remove the option paranoid of the model"
  if (model.options.defaultScope?.where)
    return "its default scope hides rows, which only Sequelize does: remove where from the default scope"
  const hook = hooks.find((name) => model.hasHook(name) || model.sequelize?.hasHook(name))
  return hook && `it has the hook ${hook}, which only Sequelize calls: remove it`
}
