import type { SqlAdapter } from "../../../../contract/adapter.ts"
import type { ExtraFields, Schema } from "../../../../contract/schema.ts"
import type { Tenanted } from "../../../../contract/tenants.ts"
import { throwInvalid } from "../../../../contract/throw-invalid.ts"
import { type ClientSource, isClientFunction } from "../../../../shared/client-source.ts"
import { describeKysely, kyselyEngine, kyselyShape } from "../../../../sql/orms/kysely/describe-kysely.ts"
import type { KyselyClient } from "../../../../sql/orms/kysely/kysely-client.ts"
import { checkClient } from "../../../../sql/sql-client.ts"
import { createSqlAdapter } from "../../sql-adapter.ts"
import { lateOrmAdapter, type OrmOptions } from "../late-orm.ts"
import { schemaInUse } from "../tables/schema-in-use.ts"

export type { KyselyClient } from "../../../../sql/orms/kysely/kysely-client.ts"

/** The options of `kyselyAdapter`. */
export type KyselyOptions<X extends ExtraFields = object, Tenants extends boolean = false> = OrmOptions<
  X,
  Tenants
>

/**
 * Makes an adapter on Kysely's connections: PostgreSQL, MySQL, MariaDB or SQLite. Pass a transaction to work inside it.
 * Kysely does not describe its tables: name yours in `defineSchema` where they differ from the default ones.
 *
 * @example
 * ```ts no-run: needs a server
 * import { Kysely, PostgresDialect } from "kysely"
 * import { kyselyAdapter } from "mortise/kysely"
 * import { Pool } from "pg"
 *
 * const db = new Kysely({ dialect: new PostgresDialect({ pool: new Pool() }) })
 * const adapter = kyselyAdapter(db)
 * ```
 */
export function kyselyAdapter<X extends ExtraFields = object, Tenants extends boolean = false>(
  client: ClientSource<KyselyClient>,
  options?: KyselyOptions<X, Tenants>,
): Tenanted<Tenants, SqlAdapter<X>> {
  if (isClientFunction(client))
    return lateOrmAdapter(kyselyShape.factory, client, options ?? {}, kyselyAdapter)
  checkClient(client, kyselyShape)
  const engine = options?.dialect ?? kyselyEngine(client)
  if (!engine) throwInvalid("kyselyAdapter works on PostgreSQL, MySQL, MariaDB and SQLite.")
  const described = describeKysely(kyselyShape.factory, client, engine)
  const schema = schemaInUse(described, { named: options?.schema, example: "schema" }) as
    | Schema<X>
    | undefined
  if (schema?.pgSchema === undefined && usesWithSchema(client))
    throwInvalid(
      "kyselyAdapter: withSchema does not apply to the adapter's statements. Name the schema in the option schema: defineSchema({ pgSchema }).",
    )
  return createSqlAdapter(
    { ...described, ownOptionNames: ["dialect"] },
    { ...options, ...(schema && { schema }) },
  )
}

const usesWithSchema = (client: KyselyClient): boolean =>
  client.getExecutor().plugins?.some((plugin) => plugin.constructor.name === "WithSchemaPlugin") ?? false
