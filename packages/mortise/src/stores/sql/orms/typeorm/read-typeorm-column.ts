import type { ModelName } from "../../../../contract/models.ts"
import type { EngineName } from "../../../../schema/engine-name.ts"
import type { OrmColumn } from "../../../../sql/orms/orm-table.ts"
import { readTransformer } from "../../../../sql/orms/typeorm/read-transformer.ts"
import type { ColumnMetadata } from "../../../../sql/orms/typeorm/typeorm-metadata.ts"
import { fieldKind } from "../tables/field-kind.ts"

/** The part of a data source that describes its columns. */
type Source = { readonly driver: object; readonly options: { readonly timezone?: unknown } }

/** Describes a column of an entity. */
export function readTypeormColumn(
  { driver, options }: Source,
  engine: EngineName,
  model: ModelName,
  metadata: ColumnMetadata,
): OrmColumn {
  const { type, transformer } = metadata
  const column = readColumn(driver as TypeDriver, engine, metadata)
  const kind = fieldKind(model, column)
  if (column.refusal) return column
  if (transformer) {
    const { stored, refusal } = readTransformer([transformer].flat(), kind, engine)
    return kind ? { ...column, stored, refusal } : { ...column, ...(refusal && { kind: "opaque" }) }
  }
  if (type === "simple-array" || type === "simple-json") return { ...column, kind: "opaque" }
  if (type === Boolean || type === "boolean") return { ...column, kind: "boolean" }
  if (kind === "date") return { ...column, refusal: dateRefusal(engine, options.timezone, column) }
  if (engine !== "sqlite" || column.type !== "datetime") return column
  // As TypeORM updates it: datetime('now').
  const onUpdate = column.onUpdate && (() => new Date().toISOString().slice(0, 19).replace("T", " "))
  return { ...column, kind: "text", onUpdate }
}

type TypeDriver = {
  normalizeType(column: ColumnMetadata): string
  getColumnLength(column: ColumnMetadata): string
  createFullType(column: object): string
}

function readColumn(driver: TypeDriver, engine: EngineName, column: ColumnMetadata): OrmColumn {
  const { databaseName, isVirtual, generationStrategy, isUpdateDate } = column
  const isUuidOfOrm = generationStrategy === "uuid" && engine !== "postgres"
  const type = { ...column, type: driver.normalizeType(column), length: driver.getColumnLength(column) }
  return {
    // A join column without its own property has the relation's property.
    property: isVirtual ? databaseName : column.propertyPath,
    column: databaseName,
    type: driver.createFullType(type).toLowerCase(),
    notNull: !column.isNullable,
    hasDefault:
      (column.isGenerated && !isUuidOfOrm) || (column.default !== undefined && column.default !== null),
    isGenerated: column.generatedType !== undefined,
    onInsert: isUuidOfOrm ? () => crypto.randomUUID() : undefined,
    // TypeORM creates it with ON UPDATE on MySQL.
    onUpdate: isUpdateDate && engine !== "mysql" ? () => new Date() : undefined,
    ...(column.isVersion && {
      refusal: "it is a version column, which TypeORM increments on every save: remove @VersionColumn",
    }),
  }
}

/** Why a date column cannot be used: TypeORM would write dates that this adapter reads differently. */
function dateRefusal(engine: EngineName, timezone: unknown, { type }: OrmColumn): string | undefined {
  if (engine === "sqlite" && type === "datetime")
    return "TypeORM writes dates on SQLite as text without a time zone: use the transformers of the official adapter, or describe other tables with defineSchema"
  if (engine === "postgres" && /^timestamp(?!.* with time zone)/.test(type))
    return "TypeORM writes its dates in the time zone of the process: make it timestamptz, or describe the table with defineSchema"
  if (engine === "mysql" && /^(datetime|timestamp)/.test(type) && timezone !== "Z" && timezone !== "+00:00")
    return 'TypeORM writes its dates in the time zone of the process: set timezone: "Z" in the options of the data source'
  return undefined
}
