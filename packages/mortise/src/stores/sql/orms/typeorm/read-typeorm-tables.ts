import type { ModelName } from "../../../../contract/models.ts"
import { throwInvalid } from "../../../../contract/throw-invalid.ts"
import type { EngineName } from "../../../../schema/engine-name.ts"
import type { OrmTable } from "../../../../sql/orms/orm-table.ts"
import type { TypeormMetadata, TypeormTables } from "../../../../sql/orms/typeorm/typeorm-metadata.ts"
import {
  type ByModel,
  findByModel,
  mapByModel,
  type OrmTables,
  toOfficialName,
} from "../tables/orm-tables.ts"
import { readTypeormColumn } from "./read-typeorm-column.ts"

/** The models' entities, under the official adapter's names. */
export type TypeormEntities = {
  readonly UserEntity?: object | string
  readonly AccountEntity?: object | string
  readonly SessionEntity?: object | string
  readonly VerificationTokenEntity?: object | string
  readonly AuthenticatorEntity?: object | string
  readonly SlotEntity?: object | string
}

/** The metadata of the entities that the options name, or that have the official adapter's names. */
export const findEntities = (
  source: TypeormTables,
  entities: TypeormEntities = {},
): ByModel<TypeormMetadata> =>
  findByModel((model) => {
    const name = `${toOfficialName(model)}Entity` as const
    const entity = (entities[name] ?? name) as never
    if (source.hasMetadata(entity)) return source.getMetadata(entity)
    if (entities[name] === undefined) return undefined
    return throwInvalid(
      `The data source does not know the ${name} of the options: add it to the entities of new DataSource({ entities }).`,
    )
  })

/** Describes the tables of entities. */
export const readTypeormTables = (
  source: TypeormTables,
  engine: EngineName,
  entities: ByModel<TypeormMetadata>,
): OrmTables => ({
  orm: "TypeORM",
  engine,
  tables: mapByModel(entities, (metadata, model) => readTable(source, engine, model, metadata)),
})

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
    columns: columns.map((column) => readTypeormColumn(source, engine, model, column)),
    refusal: findRefusal(source, metadata),
  }
}

function findRefusal(source: TypeormTables, metadata: TypeormMetadata): string | undefined {
  const { listeners, deleteDateColumn, discriminatorColumn } = metadata
  if (deleteDateColumn)
    return "TypeORM deletes its rows softly, but a deleted session or token must be gone: remove @DeleteDateColumn"
  if (discriminatorColumn)
    return "it uses single table inheritance, which only TypeORM resolves: give the entity a table of its own"
  if (listeners.length > 0)
    return `it has listeners (${listeners.map(({ type }) => type).join(", ")}), which only TypeORM calls: remove them`
  const subscriber = source.subscribers.find((candidate) => observes(candidate, metadata.target))
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
