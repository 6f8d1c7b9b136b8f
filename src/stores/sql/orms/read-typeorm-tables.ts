import { MortiseError } from "../../../contract/errors.ts"
import type { ModelName } from "../../../contract/models.ts"
import { fieldKind } from "./field-kind.ts"
import type { OrmColumn, OrmTable, OrmTables } from "./orm-table.ts"
import type { EngineName } from "./raw-engine.ts"
import { readTransformer, type Transformer } from "./read-transformer.ts"

type ColumnMetadata = {
  readonly propertyPath: string
  readonly databaseName: string
  readonly isNullable: boolean
  readonly isVirtual: boolean
  readonly isVirtualProperty: boolean
  readonly isGenerated: boolean
  readonly generationStrategy?: string
  readonly generatedType?: string
  readonly default?: unknown
  readonly isUpdateDate: boolean
  readonly isVersion: boolean
  readonly isArray: boolean
  readonly precision?: unknown
  readonly transformer?: Transformer | readonly Transformer[]
}

/** The part of the metadata of an entity that is read. */
export type TypeormMetadata = {
  readonly target: object | string
  readonly name: string
  readonly tableName: string
  readonly schema?: string
  readonly columns: readonly ColumnMetadata[]
  readonly listeners: readonly { readonly type: string }[]
  readonly deleteDateColumn?: unknown
  readonly discriminatorColumn?: unknown
}

/** The part of a data source that describes its tables. */
export type TypeormTables = {
  readonly driver: object
  readonly subscribers: readonly object[]
  hasMetadata(entity: never): boolean
  getMetadata(entity: never): TypeormMetadata
}

/** The entities of the models, under the names of the official adapter. */
export type TypeormEntities = {
  readonly UserEntity?: object | string
  readonly AccountEntity?: object | string
  readonly SessionEntity?: object | string
  readonly VerificationTokenEntity?: object | string
  readonly AuthenticatorEntity?: object | string
  readonly SlotEntity?: object | string
}

const entityNames = {
  user: "UserEntity",
  account: "AccountEntity",
  session: "SessionEntity",
  verificationToken: "VerificationTokenEntity",
  authenticator: "AuthenticatorEntity",
  slot: "SlotEntity",
} as const satisfies Record<ModelName, keyof TypeormEntities>

/** The metadata of the entities that the options name, or that have the names of the official adapter. */
export function findEntities(
  source: TypeormTables,
  entities: TypeormEntities = {},
): Partial<Record<ModelName, TypeormMetadata>> {
  const found = Object.entries(entityNames).flatMap(([model, name]) => {
    const entity = (entities[name] ?? name) as never
    if (source.hasMetadata(entity)) return [[model, source.getMetadata(entity)]]
    if (entities[name] === undefined) return []
    throw new MortiseError(
      "invalid",
      `The data source does not know the ${name} of the options: add it to the entities of new DataSource({ entities }).`,
    )
  })
  return Object.fromEntries(found)
}

/** Describes the tables of entities. */
export function readTypeormTables(
  source: TypeormTables,
  engine: EngineName,
  entities: ReturnType<typeof findEntities>,
): OrmTables {
  const tables = Object.entries(entities).map(([model, metadata]) => [
    model,
    readTable(source, engine, model as ModelName, metadata),
  ])
  return { orm: "TypeORM", engine, tables: Object.fromEntries(tables) }
}

function readTable(
  source: TypeormTables,
  engine: EngineName,
  model: ModelName,
  metadata: TypeormMetadata,
): OrmTable {
  const columns = metadata.columns.filter(({ isVirtualProperty }) => !isVirtualProperty)
  return {
    table: metadata.tableName,
    schema: metadata.schema === "public" ? undefined : metadata.schema,
    columns: columns.map((column) =>
      withRepresentation(engine, model, column, readColumn(source.driver as TypeDriver, engine, column)),
    ),
    refusal: refusalOf(source, metadata),
  }
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
    // A join column without a property of its own has that of its relation.
    property: isVirtual ? databaseName : column.propertyPath,
    column: databaseName,
    type: driver.createFullType(type).toLowerCase(),
    notNull: !column.isNullable,
    hasDefault:
      (column.isGenerated && !isUuidOfOrm) ||
      column.generatedType !== undefined ||
      (column.default !== undefined && column.default !== null),
    onInsert: isUuidOfOrm ? () => crypto.randomUUID() : undefined,
    // TypeORM creates it with ON UPDATE on MySQL.
    onUpdate: isUpdateDate && engine !== "mysql" ? () => new Date() : undefined,
    ...(column.isVersion && {
      refusal: "it is a version column, which TypeORM increments on every save: remove @VersionColumn",
    }),
  }
}

/** How a column represents values, where its type does not tell. */
function withRepresentation(
  engine: EngineName,
  model: ModelName,
  { transformer }: ColumnMetadata,
  column: OrmColumn,
): OrmColumn {
  const kind = fieldKind(model, column)
  if (transformer) return { ...column, ...readTransformer([transformer].flat(), kind, engine) }
  if (engine !== "sqlite" || column.type !== "datetime") return column
  if (kind === "date")
    return {
      ...column,
      refusal:
        "TypeORM writes dates on SQLite as text without a time zone: use the transformers of the official adapter, or describe other tables with defineSchema",
    }
  // As TypeORM updates it: datetime('now').
  const onUpdate = column.onUpdate && (() => new Date().toISOString().slice(0, 19).replace("T", " "))
  return { ...column, kind: "text", onUpdate }
}

function refusalOf(source: TypeormTables, metadata: TypeormMetadata): string | undefined {
  const { listeners, deleteDateColumn, discriminatorColumn } = metadata
  if (deleteDateColumn)
    return "TypeORM deletes its rows softly, but a deleted session or token must be gone: remove @DeleteDateColumn"
  if (discriminatorColumn)
    return "it uses single table inheritance, which only TypeORM resolves: give the entity a table of its own"
  if (listeners.length > 0)
    return `it has listeners (${listeners.map(({ type }) => type).join(", ")}), which only TypeORM calls: remove them`
  const subscriber = source.subscribers.find((each) => observes(each, metadata.target))
  return (
    subscriber &&
    `the subscriber ${subscriber.constructor.name} observes it, which only TypeORM calls: remove it`
  )
}

const entityEvents = ["Insert", "Update", "Remove", "SoftRemove", "Recover", "Load"].flatMap((event) => [
  `before${event}`,
  `after${event}`,
])

function observes(subscriber: object, target: object | string): boolean {
  const { listenTo } = subscriber as { listenTo?: () => object | string }
  const observed = listenTo?.call(subscriber)
  return (
    entityEvents.some((event) => event in subscriber) &&
    (!observed || observed === Object || observed === target || isSuperclass(observed, target))
  )
}

const isSuperclass = (observed: object | string, target: object | string): boolean =>
  typeof observed === "function" && Object.prototype.isPrototypeOf.call(observed, Object(target))
