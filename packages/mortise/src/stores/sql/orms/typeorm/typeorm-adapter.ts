import type { SqlAdapter } from "../../../../contract/adapter.ts"
import type { ExtraFields, Schema } from "../../../../contract/schema.ts"
import type { Tenanted } from "../../../../contract/tenants.ts"
import { throwInvalid } from "../../../../contract/throw-invalid.ts"
import type { EngineName } from "../../../../schema/engine-name.ts"
import { type ClientSource, isClientFunction } from "../../../../shared/client-source.ts"
import {
  describeTypeorm,
  type TypeormClient,
  type TypeormDataSource,
  toDataSource,
  typeormEngine,
} from "../../../../sql/orms/typeorm/describe-typeorm.ts"
import { checkClient } from "../../../../sql/sql-client.ts"
import { createSqlAdapter } from "../../sql-adapter.ts"
import { lateOrmAdapter, type OrmOptions } from "../late-orm.ts"
import { createTablesSchema } from "../tables/create-tables-schema.ts"
import { schemaCache } from "../tables/schema-cache.ts"
import { schemaInUse } from "../tables/schema-in-use.ts"
import { findEntities, readTypeormTables, type TypeormEntities } from "./read-typeorm-tables.ts"

export type { TypeormClient } from "../../../../sql/orms/typeorm/describe-typeorm.ts"
export type { TypeormEntities } from "./read-typeorm-tables.ts"

/** The options of `typeormAdapter`. */
export type TypeormOptions<X extends ExtraFields = object, Tenants extends boolean = false> = OrmOptions<
  X,
  Tenants
> & {
  /** Your entities, as the official adapter takes them. Default: the data source's entities with these names. */
  readonly entities?: TypeormEntities
}

const factory = "typeormAdapter"
const takes =
  "a DataSource of TypeORM, or the EntityManager of a transaction: typeormAdapter(new DataSource({ … }))"

const cached = schemaCache()

/**
 * Makes an adapter for PostgreSQL, MySQL, MariaDB or SQLite on TypeORM's connections. Given a transaction's
 * `EntityManager`, the adapter works inside it.
 *
 * @example
 * ```ts no-run: needs a server
 * import { DataSource } from "typeorm"
 * import { typeormAdapter } from "mortise/typeorm"
 *
 * const dataSource = new DataSource({ type: "postgres", url: "postgres://localhost/app" })
 * await dataSource.initialize()
 * const adapter = typeormAdapter(dataSource)
 *
 * await dataSource.transaction(async (manager) => {
 *   const user = await typeormAdapter(manager).createUser({ email: "ada@example.com" })
 *   await manager.query("INSERT INTO projects (owner) VALUES ($1)", [user.id])
 * })
 * ```
 */
export function typeormAdapter<X extends ExtraFields = object, Tenants extends boolean = false>(
  client: ClientSource<TypeormClient>,
  options: TypeormOptions<X, Tenants> = {},
): Tenanted<Tenants, SqlAdapter<X>> {
  if (isClientFunction(client)) return lateOrmAdapter(factory, client, options, typeormAdapter)
  if (!("connection" in Object(client))) checkClient(client, { factory, takes, has: ["driver", "options"] })
  const source = toDataSource(client)
  const engine = options.dialect ?? typeormEngine(source)
  if (!engine)
    throwInvalid(
      'typeormAdapter works with data sources of the types "postgres", "mysql", "mariadb" and "better-sqlite3". For one that is compatible with these, set the option dialect.',
    )
  const described = { ...describeTypeorm(factory, client, engine), ownOptionNames: ["dialect", "entities"] }
  const find = () => findSchema(source, engine, options.entities)
  const schema = schemaInUse(described, {
    named: options.schema ?? (options.entities && find()),
    find,
    example: "entities",
  }) as Schema<X> | undefined
  return createSqlAdapter(described, { ...options, ...(schema && { schema }) })
}

/** The schema of the entities, or `undefined` if the data source has none of them. */
function findSchema(
  source: TypeormDataSource,
  engine: EngineName,
  entityOptions: TypeormEntities | undefined,
): Schema | undefined {
  const hasEntities = Object.keys(source.options.entities ?? []).length > 0
  if (!source.isInitialized && (entityOptions || hasEntities))
    throwInvalid(
      "typeormAdapter reads the entities of the data source, which are known after await dataSource.initialize(): call it first, or describe the tables with the option schema.",
    )
  const entities = findEntities(source, entityOptions)
  return cached(entities, () => createTablesSchema(readTypeormTables(source, engine, entities), { factory }))
}
