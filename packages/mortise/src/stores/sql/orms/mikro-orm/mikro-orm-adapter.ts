import type { SqlAdapter } from "../../../../contract/adapter.ts"
import type { ExtraFields, Schema } from "../../../../contract/schema.ts"
import type { Tenanted } from "../../../../contract/tenants.ts"
import { throwInvalid } from "../../../../contract/throw-invalid.ts"
import type { EngineName } from "../../../../schema/engine-name.ts"
import { type ClientSource, isClientFunction } from "../../../../shared/client-source.ts"
import {
  describeMikroOrm,
  type MikroOrmConnections,
  mikroOrmEngine,
  readHandle,
} from "../../../../sql/orms/mikro-orm/describe-mikro-orm.ts"
import { checkClient } from "../../../../sql/sql-client.ts"
import { createSqlAdapter } from "../../sql-adapter.ts"
import { lateOrmAdapter, type OrmOptions } from "../late-orm.ts"
import { createTablesSchema } from "../tables/create-tables-schema.ts"
import { declareProperty } from "../tables/declare-property.ts"
import { schemaCache } from "../tables/schema-cache.ts"
import {
  findEntities,
  type MikroOrmEntities,
  type MikroOrmMetadata,
  readMikroOrmTables,
} from "./read-mikro-orm-tables.ts"

export type { MikroOrmEntities } from "./read-mikro-orm-tables.ts"

type EntityManager = MikroOrmConnections & MikroOrmMetadata

/** A `MikroORM`, or an `EntityManager`, which may be inside a transaction. */
export type MikroOrmClient = EntityManager | { readonly em: EntityManager }

/** The options of `mikroOrmAdapter`. */
export type MikroOrmOptions<X extends ExtraFields = object, Tenants extends boolean = false> = OrmOptions<
  X,
  Tenants
> & {
  /** Your entities, as the official adapter takes them. Default: MikroORM's entities with these names. */
  readonly entities?: MikroOrmEntities
}

const factory = "mikroOrmAdapter"
const takes = "a MikroORM or an EntityManager: mikroOrmAdapter(await MikroORM.init({ … }))"
const cached = schemaCache()

/**
 * Makes an adapter on the connections of MikroORM 6 or 7: PostgreSQL, MySQL, MariaDB or SQLite. Pass a transaction's
 * `EntityManager` to work inside it. The adapter uses the tables of your entities `User`, `Account`, `Session` and so
 * on.
 *
 * @example
 * ```ts no-run: install MikroORM first
 * import { MikroORM } from "@mikro-orm/postgresql"
 * import { mikroOrmAdapter } from "mortise/mikro-orm"
 *
 * const orm = await MikroORM.init({ entities: ["dist/entities"], clientUrl: "postgres://localhost/app" })
 * const adapter = mikroOrmAdapter(orm)
 *
 * const em = orm.em.fork()
 * await em.begin()
 * const user = await mikroOrmAdapter(em).createUser({ email: "ada@example.com" })
 * em.create("Project", { owner: user.id })
 * await em.commit()
 * ```
 */
export function mikroOrmAdapter<X extends ExtraFields = object, Tenants extends boolean = false>(
  client: ClientSource<MikroOrmClient>,
  options: MikroOrmOptions<X, Tenants> = {},
): Tenanted<Tenants, SqlAdapter<X>> {
  if (isClientFunction(client)) return lateOrmAdapter(factory, client, options, mikroOrmAdapter)
  const em = "em" in Object(client) ? (client as { em: EntityManager }).em : (client as EntityManager)
  checkClient(em, { factory, takes, has: ["getConnection", "isInTransaction", "getMetadata"] })
  const handle = readHandle(em)
  const engine = options.dialect ?? mikroOrmEngine(handle)
  if (!engine)
    throwInvalid(
      "mikroOrmAdapter works with the drivers of MikroORM for PostgreSQL, MySQL, MariaDB, better-sqlite and libSQL.",
    )
  const described = { ...describeMikroOrm(factory, handle, engine), ownOptionNames: ["dialect", "entities"] }
  const schema = options.schema ?? (findSchema(em, engine, options.entities) as Schema<X> | undefined)
  return createSqlAdapter(described, { ...options, ...(schema && { schema }) })
}

/** The schema of the entities, or `undefined` if MikroORM has none of them. */
function findSchema(
  em: EntityManager,
  engine: EngineName,
  entityOptions: MikroOrmEntities | undefined,
): Schema | undefined {
  const entities = findEntities(em, entityOptions)
  return cached(entities, () =>
    createTablesSchema(readMikroOrmTables(em, engine, entities), { factory, declare: declareProperty }),
  )
}
