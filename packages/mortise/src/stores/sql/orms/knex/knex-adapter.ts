import type { SqlAdapter } from "../../../../contract/adapter.ts"
import type { ExtraFields, Schema } from "../../../../contract/schema.ts"
import type { Tenanted } from "../../../../contract/tenants.ts"
import { throwInvalid } from "../../../../contract/throw-invalid.ts"
import { type ClientSource, isClientFunction } from "../../../../shared/client-source.ts"
import { describeKnex, type KnexClient, knexEngine } from "../../../../sql/orms/knex/describe-knex.ts"
import { checkClient } from "../../../../sql/sql-client.ts"
import { createSqlAdapter } from "../../sql-adapter.ts"
import { lateOrmAdapter, type OrmOptions } from "../late-orm.ts"
import { schemaInUse } from "../tables/schema-in-use.ts"

export type { KnexClient } from "../../../../sql/orms/knex/describe-knex.ts"

/** The options of `knexAdapter`. */
export type KnexOptions<X extends ExtraFields = object, Tenants extends boolean = false> = OrmOptions<
  X,
  Tenants
>

const shape = {
  factory: "knexAdapter",
  takes: 'a Knex instance or a transaction of Knex: knexAdapter(knex({ client: "pg" }))',
  has: ["client", "raw", "transaction"],
}

/**
 * Makes an adapter for PostgreSQL, MySQL, MariaDB or SQLite on Knex's connections. Given a Knex transaction, the
 * adapter works inside it.
 *
 * @example
 * ```ts no-run: install knex first
 * import knex from "knex"
 * import { knexAdapter } from "mortise/knex"
 *
 * const database = knex({ client: "pg", connection: "postgres://localhost/app" })
 * const adapter = knexAdapter(database)
 *
 * const trx = await database.transaction()
 * const user = await knexAdapter(trx).createUser({ email: "ada@example.com" })
 * await trx("projects").insert({ owner: user.id })
 * await trx.commit()
 * ```
 */
export function knexAdapter<X extends ExtraFields = object, Tenants extends boolean = false>(
  knex: ClientSource<KnexClient>,
  options?: KnexOptions<X, Tenants>,
): Tenanted<Tenants, SqlAdapter<X>> {
  if (isClientFunction(knex)) return lateOrmAdapter(shape.factory, knex, options ?? {}, knexAdapter)
  checkClient(knex, shape)
  const engine = options?.dialect ?? knexEngine(knex)
  if (!engine)
    throwInvalid(
      'knexAdapter works with the Knex clients "pg", "mysql2", "mariadb" and "better-sqlite3". For one that extends these, set the option dialect.',
    )
  const described = describeKnex(shape.factory, knex, engine)
  const schema = schemaInUse(described, { named: options?.schema, example: "schema" }) as
    | Schema<X>
    | undefined
  return createSqlAdapter(
    { ...described, ownOptionNames: ["dialect"] },
    { ...options, ...(schema && { schema }) },
  )
}
