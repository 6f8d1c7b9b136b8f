import type { Adapter } from "../../../contract/adapter.ts"
import { MortiseError } from "../../../contract/errors.ts"
import type { ExtraFields } from "../../../contract/schema.ts"
import { checkClient } from "../check-client.ts"
import { createSqlAdapter } from "../sql-adapter.ts"
import { describeMikroOrm, handleOf, type MikroOrmConnections, mikroOrmEngine } from "./describe-mikro-orm.ts"
import type { OrmOptions } from "./orm-options.ts"

type EntityManager = MikroOrmConnections

/** A `MikroORM`, or an `EntityManager`, which may be that of a transaction. */
export type MikroOrmClient = EntityManager | { readonly em: EntityManager }

/** The options of `mikroOrmAdapter`. */
export type MikroOrmOptions<X extends ExtraFields = object> = OrmOptions<X>

const factory = "mikroOrmAdapter"
const takes = "a MikroORM or an EntityManager: mikroOrmAdapter(await MikroORM.init({ … }))"

export function mikroOrmAdapter<X extends ExtraFields = object>(
  client: MikroOrmClient,
  options: MikroOrmOptions<X> = {},
): Adapter<X> {
  const em = "em" in Object(client) ? (client as { em: EntityManager }).em : (client as EntityManager)
  checkClient(em, { factory, takes, has: ["getConnection", "isInTransaction", "getMetadata"] })
  const handle = handleOf(em)
  const engine = options.dialect ?? mikroOrmEngine(handle)
  if (!engine)
    throw new MortiseError(
      "invalid",
      "mikroOrmAdapter works with the drivers of MikroORM for PostgreSQL, MySQL, MariaDB, better-sqlite and libSQL.",
    )
  const described = { ...describeMikroOrm(factory, handle, engine), ownOptionNames: ["dialect", "entities"] }
  return createSqlAdapter(described, options)
}
