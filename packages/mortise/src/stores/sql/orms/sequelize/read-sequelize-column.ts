import type { ModelName } from "../../../../contract/models.ts"
import type { EngineName } from "../../../../schema/engine-name.ts"
import type { OrmColumn } from "../../../../sql/orms/orm-table.ts"
import { fieldKind } from "../tables/field-kind.ts"

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

/** The part of a Sequelize model that is read. */
export type SequelizeModel = {
  readonly rawAttributes: Readonly<Record<string, Attribute>>
  readonly options: {
    readonly paranoid?: boolean
    readonly getterMethods?: object
    readonly setterMethods?: object
    readonly defaultScope?: { readonly where?: unknown }
  }
  readonly sequelize?: Hooked & { readonly options: { readonly timezone?: string } }
  readonly _timestampAttributes?: { readonly createdAt?: string; readonly updatedAt?: string }
  readonly _versionAttribute?: string | false
  getTableName(): string | { readonly tableName: string; readonly schema?: string }
} & Hooked
type Hooked = { hasHook(name: string): boolean | undefined }

/** Describes the column of an attribute. */
export function readSequelizeColumn(
  engine: EngineName,
  name: ModelName,
  model: SequelizeModel,
  property: string,
  attribute: Attribute,
): OrmColumn {
  const column = readColumn(model, property, attribute)
  const kind = fieldKind(name, column)
  const refusal = columnRefusal(model, property, attribute)
  if (refusal) return { ...column, refusal }
  if (hasAccessor(model, property, attribute))
    return kind
      ? { ...column, refusal: "it has a getter or setter, which only Sequelize calls: remove it" }
      : { ...column, kind: "opaque" }
  if (column.type !== "datetime" && !column.type.startsWith("datetime(")) return column
  if (kind === "date") return { ...column, refusal: dateRefusal(engine, model) }
  return engine === "sqlite" ? asText(column) : column
}

function readColumn(model: SequelizeModel, property: string, attribute: Attribute): OrmColumn {
  const { createdAt, updatedAt } = model._timestampAttributes ?? {}
  const now = () => new Date()
  return {
    property,
    column: attribute.field ?? property,
    type: attribute.type.toSql({ escape: String }).toLowerCase(),
    notNull: attribute.allowNull === false || attribute.primaryKey === true,
    ...readDefault(attribute),
    ...((property === createdAt || property === updatedAt) && { onInsert: now }),
    ...(property === updatedAt && { onUpdate: now }),
  }
}

/** Why a date column cannot be used: Sequelize would write dates that this adapter reads differently. */
function dateRefusal(engine: EngineName, { sequelize }: SequelizeModel): string | undefined {
  if (engine === "sqlite")
    return "Sequelize writes dates on SQLite in a form of its own: use other tables, which migrate creates, and describe them with defineSchema"
  return sequelize && sequelize.options.timezone !== "+00:00"
    ? "Sequelize writes its dates in another time zone: remove the option timezone of new Sequelize"
    : undefined
}

/** On SQLite, Sequelize stores a date as text in its own form. */
function asText(column: OrmColumn): OrmColumn {
  const toTextGenerator = (make: (() => unknown) | undefined) =>
    make && (() => (make() as Date).toISOString().replace("T", " ").replace("Z", " +00:00"))
  return {
    ...column,
    kind: "text",
    onInsert: toTextGenerator(column.onInsert),
    onUpdate: toTextGenerator(column.onUpdate),
  }
}

/** Sequelize sends every default, except an SQL expression, which is a default in the database. */
function readDefault({ defaultValue, autoIncrement }: Attribute): Pick<OrmColumn, "hasDefault" | "onInsert"> {
  const { key, val, fn } = Object(defaultValue) as { key?: string; val?: unknown; fn?: unknown }
  if (autoIncrement || val !== undefined || fn !== undefined) return { hasDefault: true }
  if (defaultValue === undefined || defaultValue === null) return { hasDefault: false }
  if (key === "UUIDV4") return { hasDefault: false, onInsert: () => crypto.randomUUID() }
  if (key === "NOW") return { hasDefault: false, onInsert: () => new Date() }
  const onInsert = typeof defaultValue === "function" ? defaultValue : () => structuredClone(defaultValue)
  return { hasDefault: false, onInsert: onInsert as () => unknown }
}

function columnRefusal(
  { _versionAttribute }: SequelizeModel,
  property: string,
  { defaultValue }: Attribute,
): string | undefined {
  if (property === _versionAttribute)
    return "it is a version column, which Sequelize increments on every save: remove the option version of the model"
  return (Object(defaultValue) as { key?: string }).key === "UUIDV1"
    ? "its default is UUIDV1, which reveals when and where a row was created: use UUIDV4"
    : undefined
}

function hasAccessor({ options }: SequelizeModel, property: string, { get, set }: Attribute): boolean {
  const { getterMethods = {}, setterMethods = {} } = options
  return get !== undefined || set !== undefined || property in getterMethods || property in setterMethods
}
