import { throwInvalid } from "../../../../contract/throw-invalid.ts"
import type { EngineName } from "../../../../schema/engine-name.ts"
import {
  type ByModel,
  findByModel,
  mapByModel,
  type OrmTables,
  toOfficialName,
} from "../tables/orm-tables.ts"
import { type MikroOrmEntity, readMikroOrmColumns } from "./read-mikro-orm-columns.ts"

type Filter = { readonly default?: boolean; readonly entity?: unknown }

/** The part of an `EntityManager` that describes its entities. */
export type MikroOrmMetadata = {
  getMetadata(): { find(entity: never): unknown }
  getEventManager(): { hasListeners(event: never, entity: never): boolean }
  getPlatform(): { getTimezone(): string | undefined }
  readonly config: { get(option: "filters" | "subscribers" | "schema"): unknown }
}

/** The models' entities, under the official adapter's names. */
export type MikroOrmEntities = {
  readonly User?: object | string
  readonly Account?: object | string
  readonly Session?: object | string
  readonly VerificationToken?: object | string
  readonly Authenticator?: object | string
  readonly Slot?: object | string
}

/** The metadata of the entities that the options name, or that have the official adapter's names. */
export function findEntities(em: MikroOrmMetadata, entities: MikroOrmEntities = {}): ByModel<MikroOrmEntity> {
  const metadata = em.getMetadata()
  return findByModel((model) => {
    const name = toOfficialName(model)
    const entity = metadata.find((entities[name] ?? name) as never)
    if (!entity && entities[name] !== undefined)
      throwInvalid(
        `MikroORM does not know the ${name} of the options: add it to the entities of MikroORM.init({ entities }).`,
      )
    return entity as MikroOrmEntity | undefined
  })
}

/** Describes the tables of entities. */
export function readMikroOrmTables(
  em: MikroOrmMetadata,
  engine: EngineName,
  entities: ByModel<MikroOrmEntity>,
): OrmTables {
  const storesUtc = /^(Z|UTC|\+00:00)$/.test(em.getPlatform().getTimezone() ?? "")
  const tables = mapByModel(entities, (entity) => ({
    table: entity.tableName,
    schema: readSchemaName(em, entity),
    columns: readMikroOrmColumns(entity, engine, storesUtc),
    refusal: findRefusal(em, entity),
  }))
  return { orm: "MikroORM", engine, tables }
}

/** The schema of the entity, else of MikroORM's configuration. */
function readSchemaName({ config }: MikroOrmMetadata, entity: MikroOrmEntity): string | undefined {
  const entitySchema = entity.schema === "*" ? undefined : entity.schema
  const schema = entitySchema ?? (config.get("schema") as string | undefined)
  return schema === "public" ? undefined : schema
}

const entityEvents = [
  "onInit",
  "onLoad",
  "beforeCreate",
  "afterCreate",
  "beforeUpdate",
  "afterUpdate",
  "beforeDelete",
  "afterDelete",
]
// MikroORM itself listens to these in its transactions, so only the application's subscribers are checked.
const flushEvents = ["beforeFlush", "onFlush", "afterFlush"]

// For users who know that the adapter skips what MikroORM does.
const orDescribeTables = ", or describe the tables with the option schema to go without it"

function findRefusal(em: MikroOrmMetadata, entity: MikroOrmEntity): string | undefined {
  const { className, versionProperty, discriminatorColumn } = entity
  if (discriminatorColumn)
    return `it uses single table inheritance, which only MikroORM resolves: give ${className} a table of its own`
  if (versionProperty)
    return `MikroORM increments its version ${versionProperty} on every change: remove the version${orDescribeTables}`
  const manager = em.getEventManager()
  const subscribers = Object.values(Object(em.config.get("subscribers"))).map(Object)
  const event =
    entityEvents.find((candidate) => manager.hasListeners(candidate as never, entity as never)) ??
    flushEvents.find((candidate) => subscribers.some((subscriber) => candidate in subscriber))
  if (event)
    return `a hook or subscriber handles its event ${event}, which only MikroORM calls: remove it${orDescribeTables}`
  const globals = Object.values(Object(em.config.get("filters")) as Record<string, Filter>).filter(
    ({ entity: filtered = className }) =>
      [filtered].flat().some((target) => target === className || target === entity.class),
  )
  const isFiltered = [...globals, ...Object.values(entity.filters)].some((filter) => filter.default)
  return isFiltered
    ? `a filter hides some of its rows in MikroORM: give the filter the default false${orDescribeTables}`
    : undefined
}
